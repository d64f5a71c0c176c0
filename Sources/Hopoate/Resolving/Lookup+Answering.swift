// What public look-ups do with the answer.

extension Lookup {
    @inline(never)
    func answerOrTrap() -> AnyBox {
        do throws(ResolutionFailure) { return try answer() } catch { self.error(of: error).trap() }
    }

    @inline(never)
    func answerOrThrow() throws(DependencyError) -> AnyBox {
        do throws(ResolutionFailure) { return try answer() } catch { throw self.error(of: error) }
    }

    /// Nil if nothing is registered.
    func answerIfRegistered() throws(DependencyError) -> AnyBox? {
        do throws(ResolutionFailure) {
            let answer = try answer()
            // A list may be empty, without a registration or a contribution.
            return registration != nil || requestingTable.canResolve(key) ? answer : nil
        } catch .missing {
            return nil
        } catch {
            throw self.error(of: error)
        }
    }

    /// Nil if nothing is registered.
    @inline(never)
    func answerIfRegisteredOrTrap() -> AnyBox? {
        do throws(DependencyError) {
            return try answerIfRegistered()
        } catch {
            error.trap(
                "\(key.description) is registered but cannot be resolved, so resolving it optionally does not return nil.\n"
            )
        }
    }
}
