import Foundation

/// An error that the user can fix, in one line: `feed.json: items[3].title: must be a string`.
package struct NewsstandError: Error, Equatable, CustomStringConvertible {
    /// The file that it is about.
    package let path: String
    /// The problem.
    package let problem: String

    package init(path: String, problem: String) {
        self.path = path
        self.problem = problem
    }

    /// Makes an error with the system's reason why a file could not be opened, read or written.
    init(path: String, fileError: any Error) {
        let error = fileError as NSError
        let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error ?? fileError) as NSError
        let isSystemError = cause.domain == NSPOSIXErrorDomain
        self.init(path: path, problem: isSystemError ? String(cString: strerror(Int32(cause.code))) : "\(fileError)")
    }

    package var description: String { PlainText.oneLine("\(path): \(problem)") }
}
