#if canImport(Darwin)
import Darwin
import MachO

extension TypeRecords {
    /// The records of all images but the system's, which have thousands of types.
    static var ofLoadedImages: [TypeRecords] {
        (0..<_dyld_image_count()).compactMap { index in
            guard let header = _dyld_get_image_header(index), !isOfSystem(header, _dyld_get_image_name(index)) else {
                return nil
            }
            var byteCount: UInt = 0
            guard let start = section(header, &byteCount) else { return nil }
            return TypeRecords(start: start, byteCount: Int(byteCount))
        }
    }

    /// The file of the image.
    var path: String {
        var image = Dl_info()
        _ = dladdr(address, &image)
        return image.dli_fname.map { String(cString: $0) } ?? ""
    }

    private static func isOfSystem(_ header: UnsafePointer<mach_header>, _ path: UnsafePointer<CChar>?) -> Bool {
        let isInCache: UInt32 = 0x8000_0000
        // A simulator's system has no cache.
        return header.pointee.flags & isInCache != 0 || path.map { strstr($0, "/RuntimeRoot/") != nil } == true
    }

    private static func section(_ header: UnsafePointer<mach_header>, _ byteCount: inout UInt) -> UnsafeRawPointer? {
        #if _pointerBitWidth(_64)
        let start = header.withMemoryRebound(to: mach_header_64.self, capacity: 1) {
            getsectiondata($0, "__TEXT", "__swift5_fieldmd", &byteCount)
        }
        #else
        let start = getsectiondata(header, "__TEXT", "__swift5_fieldmd", &byteCount)
        #endif
        return start.map { UnsafeRawPointer($0) }
    }
}
#endif
