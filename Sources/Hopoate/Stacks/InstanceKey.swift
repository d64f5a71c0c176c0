// How an instance is found: by its key, and then by its argument.

extension Instances {
    /// Finds the instances of a registration whose arguments may be equal.
    struct Key: Hashable {
        /// The registration's `generation`.
        let registration: UInt64
        /// In a graph, the number of the requesting container's table, as several may share the graph. Otherwise 0.
        let table: UInt64
        let hash: Int

        func hash(into hasher: inout Hasher) {
            hasher.combine(registration ^ table << 32 ^ UInt64(truncatingIfNeeded: hash))
        }
    }

    /// The instances with the hash of an argument.
    struct Candidates: Sendable {
        let instances: [Instance]
        /// The number of the youngest instance, or 0.
        var youngest: UInt64 { instances.last?.number ?? 0 }

        /// Compares an argument with those of the instances that are younger than the `compared` one. Runs user code.
        func first(equalTo argument: Argument, after compared: UInt64) -> Argument? {
            instances.first { $0.number > compared && $0.argument?.isEqual(to: argument) == true }?.argument
        }
    }
}
