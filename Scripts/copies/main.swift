// Loads an app and its tests into one process and lets the tests register a mock.

import Glibc

func load(_ path: String) -> UnsafeMutableRawPointer {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { fatalError(String(cString: dlerror())) }
    return library
}

func function<Function>(_ name: String, in library: UnsafeMutableRawPointer, as type: Function.Type) -> Function {
    unsafeBitCast(dlsym(library, name)!, to: type)
}

let tests = load(CommandLine.arguments[1])
let app = load(CommandLine.arguments[2])
function("tests_register", in: tests, as: (@convention(c) () -> Void).self)()
print("the app sees", function("app_sees", in: app, as: (@convention(c) () -> Int).self)())
function("tests_print_problem", in: tests, as: (@convention(c) () -> Void).self)()
