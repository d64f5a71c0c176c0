// Reads the compiler's records of types and their fields from each image. All unsafe code of the search is here, and in the few
// lines for Darwin.
//
// The invariants:
// - A loaded image stays loaded while it is read. Test programs do not unload libraries.
// - The records have the layout that the runtime reads. It is part of Swift's stable ABI on Apple systems, and the same on
//   Linux. If it changed, `PropertySearch.removeSentinel` would not find the property that must be there.
// - The runtime is only asked for a field's type if that is one of Hopoate's wrappers. The system may lack other types.
//
// `ValidatePropertiesTests` under AddressSanitizer, and `Scripts/check programs`, would catch their loss.

/// The records of all types with stored properties or cases in one image.
struct TypeRecords: Sendable {
    private let start: UInt
    private let byteCount: Int

    init(start: UnsafeRawPointer, byteCount: Int) {
        self.start = UInt(bitPattern: start)
        self.byteCount = byteCount
    }

    /// The types, in the order of their records.
    var types: some Sequence<TypeRecord> {
        let start = address.map(RecordAddress.init)
        return sequence(state: 0) { offset -> TypeRecord? in
            guard let start, offset + headerByteCount <= byteCount else { return nil }
            let type = TypeRecord(fields: start + offset)
            offset += type.byteCount
            return type
        }
    }

    /// An address in the image.
    var address: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: start) }

    /// Whether the image has types of Hopoate itself.
    var areOfHopoate: Bool { types.contains { $0.type?.isOfHopoate == true } }
}

/// The size of a type's record without its fields.
private let headerByteCount = 16

/// The compiler's record of the fields of a type.
struct TypeRecord {
    private let fields: RecordAddress

    fileprivate init(fields: RecordAddress) { self.fields = fields }

    private var fieldByteCount: Int { Int(fields.word(at: 8) >> 16) }
    private var fieldCount: Int { Int(fields.word(at: 12)) }

    /// There may be zeros between the records of two files.
    fileprivate var byteCount: Int { fieldByteCount == 0 ? 4 : headerByteCount + fieldCount * fieldByteCount }

    fileprivate var type: ContextRecord? { fields.target(at: 0)?.typeByReference }

    /// The stored properties whose type is, or contains, one of Hopoate's wrappers. Enums have none.
    var wrappers: [WrapperRecord] {
        guard let type, type.kind == .class || type.kind == .struct else { return [] }
        return (0..<fieldCount).compactMap { index in
            let field = fields + (headerByteCount + index * fieldByteCount)
            guard let name = field.target(at: 4), name.mangledName.containsWrapper else { return nil }
            return WrapperRecord(type, field, name)
        }
    }
}

/// The compiler's record of one stored property.
struct WrapperRecord {
    private let type: ContextRecord
    private let field: RecordAddress
    private let wrapperName: RecordAddress

    fileprivate init(_ type: ContextRecord, _ field: RecordAddress, _ wrapperName: RecordAddress) {
        self.type = type
        self.field = field
        self.wrapperName = wrapperName
    }

    /// The type that has the property: `MyApp.Feed.Row`.
    var typeName: String { type.name }

    /// The module that declares that type.
    var module: String { type.module }

    /// The property's name in the source. Its storage has an underscore if it is a wrapped property, and a prefix if it is `lazy`.
    var name: String {
        let name = field.target(at: 8)?.text ?? ""
        let lazy = "$__lazy_storage_$_"
        if name.hasPrefix(lazy) { return String(name.dropFirst(lazy.count)) }
        let isVariable = field.word(at: 0) & 2 != 0
        return isVariable && name.hasPrefix("_") ? String(name.dropFirst()) : name
    }

    /// Whether the property's type may depend on the parameters of a generic type.
    var mayDependOnParameter: Bool { type.isGeneric && wrapperName.mangledName.mayHaveParameter }

    /// The property's type. Nil if it does not begin with a wrapper, or may depend on a parameter.
    var wrapper: Any.Type? {
        // For a type with a parameter pack, the runtime would trap.
        if mayDependOnParameter || wrapperName.typeByReference?.isWrapper != true { return nil }
        return wrapperName.typeByMangledName
    }
}

/// The compiler's record of a type, a module, or anything else that contains types.
private struct ContextRecord {
    let address: RecordAddress

    enum Kind: UInt32 {
        case module = 0
        case `extension` = 1
        case anonymous = 2
        case `class` = 16
        case `struct` = 17
    }

    var kind: Kind? { Kind(rawValue: address.word(at: 0) & 0x1F) }

    /// Whether it, or a type around it, has type parameters.
    var isGeneric: Bool { address.word(at: 0) & 0x80 != 0 }

    private var parent: ContextRecord? { address.indirectableTarget(at: 4).map(ContextRecord.init) }

    private var ownName: String { address.target(at: 8)?.text ?? "" }

    /// `MyApp.Feed.Row`. Leaves out the functions and files around local and private types.
    var name: String {
        let parentName = parent?.name
        switch kind {
        case .anonymous: return parentName ?? ""
        case .extension:
            // An extension of another module's type, whose name is only known if the record refers to the type.
            return address.target(at: 8)?.typeByReference?.name ?? parentName ?? ""
        default: return (parentName.map { $0 + "." } ?? "") + ownName
        }
    }

    /// The module that declares the type.
    var module: String { parent?.module ?? ownName }

    /// Whether Hopoate declares it, outside of its other types.
    var isOfHopoate: Bool { isOf("Hopoate") }

    /// Whether it is one of Hopoate's wrappers.
    var isWrapper: Bool {
        isOfHopoate && ["Dependency", "OptionalDependency", "WeakDependency", "Provider", "Lazy"].contains(ownName)
            || isOf("HopoateSwiftUI") && ["StateDependency", "StateObjectDependency"].contains(ownName)
    }

    private func isOf(_ module: StaticString) -> Bool {
        guard kind == .struct || kind == .class, let parent, parent.kind == .module else { return false }
        return parent.address.target(at: 8)?.isText(module) == true
    }
}

/// An address in an image. Most addresses in records are relative to their own place.
private struct RecordAddress {
    private let pointer: UnsafeRawPointer

    init(_ pointer: UnsafeRawPointer) { self.pointer = pointer }

    static func + (address: RecordAddress, offset: Int) -> RecordAddress { RecordAddress(address.pointer + offset) }

    func word(at offset: Int) -> UInt32 { pointer.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }

    func target(at offset: Int) -> RecordAddress? {
        let distance = Int(Int32(bitPattern: word(at: offset)))
        return distance == 0 ? nil : self + (offset + distance)
    }

    /// The target of an address. If the lowest bit is set, the target is a pointer to the actual one.
    func indirectableTarget(at offset: Int) -> RecordAddress? {
        let target = target(at: offset)
        return word(at: offset) & 1 == 0 ? target : target.flatMap { ($0 + -1).pointee }
    }

    private var pointee: RecordAddress? {
        pointer.loadUnaligned(as: UnsafeRawPointer?.self).map(RecordAddress.init)
    }

    var text: String { String(cString: pointer.assumingMemoryBound(to: CChar.self)) }

    func isText(_ text: StaticString) -> Bool {
        // Includes the final zero. The first difference ends the comparison, so it reads no further than the text.
        (0...text.utf8CodeUnitCount).allSatisfy { index in
            pointer.load(fromByteOffset: index, as: UInt8.self) == text.utf8Start[index]
        }
    }

    // In a mangled name, a control character says that an address follows, of a type's record for example.

    /// The type that a mangled name begins with.
    var typeByReference: ContextRecord? {
        switch pointer.load(as: UInt8.self) {
        case 1: return target(at: 1).map(ContextRecord.init)
        case 2: return target(at: 1)?.pointee.map(ContextRecord.init)
        default: return nil
        }
    }

    /// The type of a mangled name. Nil if the runtime does not find it.
    var typeByMangledName: Any.Type? {
        let (name, length) = (pointer.assumingMemoryBound(to: UInt8.self), UInt(mangledName.length))
        return _getTypeByMangledNameInContext(name, length, genericContext: nil, genericArguments: nil)
    }

    /// The mangled name at the address: its length, whether it may contain a generic parameter, and whether it contains one of
    /// Hopoate's wrappers.
    var mangledName: (length: Int, mayHaveParameter: Bool, containsWrapper: Bool) {
        var (length, mayHaveParameter, containsWrapper) = (0, false, false)
        while true {
            switch pointer.load(fromByteOffset: length, as: UInt8.self) {
            case 0: return (length, mayHaveParameter, containsWrapper)
            case 0x01...0x17:
                containsWrapper = containsWrapper || (self + length).typeByReference?.isWrapper == true
                length += 1 + MemoryLayout<Int32>.size
            case 0x18...0x1F: length += 1 + MemoryLayout<Int>.size
            case let letter:
                // `x` and `q` begin a parameter; `Q` is part of an associated type or a pack. An identifier may contain them too.
                mayHaveParameter = mayHaveParameter || [0x51, 0x71, 0x78].contains(letter)
                length += 1
            }
        }
    }
}

#if canImport(Glibc) || canImport(Musl) || canImport(Android)
extension TypeRecords {
    /// The records of all images.
    static var ofLoadedImages: [TypeRecords] {
        var all: [TypeRecords] = []
        withUnsafeMutablePointer(to: &all) { all in
            enumerateSections(appendRecords, UnsafeMutableRawPointer(all))
        }
        return all
    }

    /// The file of the image.
    var path: String {
        var words = [UnsafePointer<CChar>?](repeating: nil, count: 4)
        _ = findImage(of: address, &words)
        return words[0].map { String(cString: $0) } ?? ""
    }
}

/// C's function, which Swift's modules of the C libraries lack. It fills four words, the first of which is the path.
@_silgen_name("dladdr")
private func findImage(of address: UnsafeRawPointer?, _ words: UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Int32

private typealias SectionsBody = @convention(c) (_ sections: UnsafeRawPointer, _ all: UnsafeMutableRawPointer) -> Bool

private let appendRecords: SectionsBody = { sections, all in
    // Four words precede the pairs of addresses and lengths. The pair of the fields is the sixth.
    let pair = sections + 14 * MemoryLayout<UInt>.size
    if let start = pair.load(as: UnsafeRawPointer?.self) {
        let byteCount = pair.load(fromByteOffset: MemoryLayout<UInt>.size, as: Int.self)
        all.assumingMemoryBound(to: [TypeRecords].self).pointee.append(TypeRecords(start: start, byteCount: byteCount))
    }
    return true
}

@_silgen_name("swift_enumerateAllMetadataSections")
private func enumerateSections(_ body: SectionsBody, _ all: UnsafeMutableRawPointer)
#elseif !canImport(Darwin)
extension TypeRecords {
    /// Empty, as the place of the records is unknown on this system.
    static var ofLoadedImages: [TypeRecords] { [] }
    var path: String { "" }
}
#endif
