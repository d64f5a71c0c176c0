import Foundation

/// Something the user can do something about, in one line: `feed.json: items[3].title: must be a string`.
package struct NewsstandError: Error, Equatable, CustomStringConvertible {
    /// The file that it is about.
    package let path: String
    /// What is wrong with it.
    package let problem: String

    package init(path: String, problem: String) {
        self.path = path
        self.problem = problem
    }

    /// Says why a file could not be opened, read or written, in the words of the system.
    init(path: String, fileError: any Error) {
        let error = fileError as NSError
        let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error ?? fileError) as NSError
        let isSystemError = cause.domain == NSPOSIXErrorDomain
        self.init(path: path, problem: isSystemError ? String(cString: strerror(Int32(cause.code))) : "\(fileError)")
    }

    package var description: String { PlainText.oneLine("\(path): \(problem)") }
}
