public import Hopoate

/// What libFuzzer calls with each input: runs it as a program, and crashes where the library is another than its model.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let program = Program(bytes: UnsafeBufferPointer(start: start, count: count))
    if let mismatch = ProgramRun.run(program) {
        let shrunk = program.shrunk { ProgramRun.run($0) != nil }
        fatalError("\(ProgramRun.run(shrunk) ?? mismatch)")
    }
    return 0
}

extension DependencyContainer: @retroactive AutoRegistering {
    /// Does what the program that runs here has asked for.
    public func autoRegister() { SharedWorkshop.current?.registerAutomatically(in: self) }
}
