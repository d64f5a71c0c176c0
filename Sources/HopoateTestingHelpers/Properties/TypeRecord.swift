// The compiler describes the fields of all types in each image. This file reads that, and makes none of the types. All
// unsafe code of the search is here, and in the few lines for Darwin.
//
// The invariants:
// - A loaded image stays loaded while it is read. Test programs do not unload libraries.
// - The records have the layout that the runtime reads. It is part of Swift's stable ABI on Apple systems, and the same on
//   Linux. If it were another one, `PropertySearch.takeLandmark` would not find the property that must be there.
// - The runtime only makes a field's type if that is one of Hopoate's wrappers. The system may lack other types.
//
// `ValidatePropertiesTests` under AddressSanitizer, and `Scripts/check programs`, would see them lost.

/// The descriptions of all types with stored properties or cases that one image declares, and of their fields.
struct TypeRecords: Sendable {
    private let start: UInt
    private let byteCount: Int

    init(start: UnsafeRawPointer, byteCount: Int) {
        self.start = UInt(bitPattern: start)
        self.byteCount = byteCount
    }

    /// The types, one after the other.
    var types: some Sequence<TypeRecord> {
        let start = UnsafeRawPointer(bitPattern: start).map(RecordAddress.init)
        return sequence(state: 0) { offset -> TypeRecord? in
            guard let start, offset + headerByteCount <= byteCount else { return nil }
            let type = TypeRecord(fields: start + offset)
            offset += type.byteCount
            return type
        }
    }
}

/// The bytes of a type's record that stand before those of its fields.
private let headerByteCount = 16

/// The compiler's record of the fields of a type.
struct TypeRecord {
    private let fields: RecordAddress

    fileprivate init(fields: RecordAddress) { self.fields = fields }

    private var fieldByteCount: Int { Int(fields.word(at: 8) >> 16) }
    private var fieldCount: Int { Int(fields.word(at: 12)) }

    /// Between the records of two files there may be zeros.
    fileprivate var byteCount: Int { fieldByteCount == 0 ? 4 : headerByteCount + fieldCount * fieldByteCount }

    /// The stored properties whose type is one of Hopoate's wrappers, or has one inside. Enums have none.
    var wrappers: [WrapperRecord] {
        guard let type = fields.target(at: 0)?.typeByReference, type.kind == .class || type.kind == .struct else {
            return []
        }
        return (0..<fieldCount).compactMap { index in
            let field = fields + (headerByteCount + index * fieldByteCount)
            guard let name = field.target(at: 4), name.letters.nameWrapper else { return nil }
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

    /// The property's name. With the attribute, a variable with an underscore stores it, and a `lazy` one has a longer name.
    var name: String {
        let name = field.target(at: 8)?.text ?? ""
        let lazy = "$__lazy_storage_$_"
        if name.hasPrefix(lazy) { return String(name.dropFirst(lazy.count)) }
        let isVariable = field.word(at: 0) & 2 != 0
        return isVariable && name.hasPrefix("_") ? String(name.dropFirst()) : name
    }

    /// Whether the type depends, or may depend, on the parameters of a generic type.
    var mayDependOnParameter: Bool { type.isGeneric && wrapperName.letters.mayNameParameter }

    /// The type of the property. Nil if it does not begin with a wrapper, or may depend on a parameter.
    var wrapper: Any.Type? {
        // The runtime traps if it is asked for a pack that it is not given.
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

    /// Whether it has type parameters, or is within something that has.
    var isGeneric: Bool { address.word(at: 0) & 0x80 != 0 }

    private var parent: ContextRecord? { address.indirectableTarget(at: 4).map(ContextRecord.init) }

    private var ownName: String { address.target(at: 8)?.text ?? "" }

    /// `MyApp.Feed.Row`. The functions and files around local and private types are left out.
    var name: String {
        let around = parent?.name
        switch kind {
        case .anonymous: return around ?? ""
        case .extension:
            // An extension of another module's type. Its name is only known if there is a reference to that type.
            return address.target(at: 8)?.typeByReference?.name ?? around ?? ""
        default: return (around.map { $0 + "." } ?? "") + ownName
        }
    }

    /// The module that declares the type.
    var module: String { parent?.module ?? ownName }

    /// Whether it is one of the wrappers.
    var isWrapper: Bool {
        guard kind == .struct, let parent, parent.kind == .module else { return false }
        return parent.address.target(at: 8)?.isText("Hopoate") == true
            && ["Dependency", "OptionalDependency", "WeakDependency", "Provider"].contains(ownName)
    }
}

/// An address in an image. Most others are relative to the place where they stand.
private struct RecordAddress {
    private let pointer: UnsafeRawPointer

    init(_ pointer: UnsafeRawPointer) { self.pointer = pointer }

    static func + (address: RecordAddress, offset: Int) -> RecordAddress { RecordAddress(address.pointer + offset) }

    func word(at offset: Int) -> UInt32 { pointer.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }

    func target(at offset: Int) -> RecordAddress? {
        let distance = Int(Int32(bitPattern: word(at: offset)))
        return distance == 0 ? nil : self + (offset + distance)
    }

    /// The lowest bit says whether the address of the target stands at the target.
    func indirectableTarget(at offset: Int) -> RecordAddress? {
        let target = target(at: offset)
        return word(at: offset) & 1 == 0 ? target : target.flatMap { ($0 + -1).pointee }
    }

    private var pointee: RecordAddress? {
        pointer.loadUnaligned(as: UnsafeRawPointer?.self).map(RecordAddress.init)
    }

    var text: String { String(cString: pointer.assumingMemoryBound(to: CChar.self)) }

    func isText(_ text: StaticString) -> Bool {
        // It ends with a zero, too, and a difference ends the comparison before memory of others is read.
        (0...text.utf8CodeUnitCount).allSatisfy { index in
            pointer.load(fromByteOffset: index, as: UInt8.self) == text.utf8Start[index]
        }
    }

    // In a mangled name, control characters say that the address of a type's record follows, or something alike.

    /// The type that a mangled name begins with.
    var typeByReference: ContextRecord? {
        switch pointer.load(as: UInt8.self) {
        case 1: return target(at: 1).map(ContextRecord.init)
        case 2: return target(at: 1)?.pointee.map(ContextRecord.init)
        default: return nil
        }
    }

    /// The type that a mangled name stands for. Nil if the runtime cannot tell.
    var typeByMangledName: Any.Type? {
        let name = pointer.assumingMemoryBound(to: UInt8.self)
        return _getTypeByMangledNameInContext(name, UInt(letters.length), genericContext: nil, genericArguments: nil)
    }

    /// The length of a mangled name, whether it may depend on the parameters of a generic type, and whether one of Hopoate's
    /// wrappers is in it.
    var letters: (length: Int, mayNameParameter: Bool, nameWrapper: Bool) {
        var (length, mayNameParameter, nameWrapper) = (0, false, false)
        while true {
            switch pointer.load(fromByteOffset: length, as: UInt8.self) {
            case 0: return (length, mayNameParameter, nameWrapper)
            case 0x01...0x17:
                nameWrapper = nameWrapper || (self + length).typeByReference?.isWrapper == true
                length += 1 + MemoryLayout<Int32>.size
            case 0x18...0x1F: length += 1 + MemoryLayout<Int>.size
            case let letter:
                // `x` and `q` begin a parameter, `Q` is in an associated type or a pack. They may also be in an identifier.
                mayNameParameter = mayNameParameter || [0x51, 0x71, 0x78].contains(letter)
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
            enumerateSections(add, UnsafeMutableRawPointer(all))
        }
        return all
    }
}

private typealias SectionsBody = @convention(c) (_ sections: UnsafeRawPointer, _ all: UnsafeMutableRawPointer) -> Bool

private let add: SectionsBody = { sections, all in
    // Four words stand before the pairs of addresses and lengths, and five pairs before that of the fields.
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
    /// It is unknown where this system has them.
    static var ofLoadedImages: [TypeRecords] { [] }
}
#endif
