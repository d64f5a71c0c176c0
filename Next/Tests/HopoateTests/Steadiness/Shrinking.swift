extension Program {
    /// A program that still fails and of which no step can be left out: chunks of steps are removed, ever smaller ones,
    /// as long as that is possible.
    func shrunk(whileFailing fails: (Program) -> Bool) -> Program {
        var program = self
        var size = max(1, program.steps.count / 2)
        while true {
            let before = program.steps.count
            var start = 0
            while start < program.steps.count {
                var shorter = program
                shorter.steps.removeSubrange(start..<min(start + size, shorter.steps.count))
                if fails(shorter) { program = shorter } else { start += size }
            }
            if size == 1, program.steps.count == before { return program }
            size = max(1, size / 2)
        }
    }
}
