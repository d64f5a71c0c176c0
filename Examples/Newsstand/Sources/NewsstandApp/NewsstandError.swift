/// Something the user can do something about, in one line: `feed.json: items[3]: needs an id`.
package struct NewsstandError: Error, Equatable, CustomStringConvertible {
    /// The file that it is about.
    package let path: String
    /// What is wrong with it.
    package let problem: String

    package init(path: String, problem: String) {
        self.path = path
        self.problem = problem
    }

    package var description: String { PlainText.oneLine("\(path): \(problem)") }
}
