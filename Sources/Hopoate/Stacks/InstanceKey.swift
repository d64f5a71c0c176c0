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
}
