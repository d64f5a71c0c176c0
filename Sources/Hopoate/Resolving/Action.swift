/// How far a look-up has come, when it leaves its loop.
enum Progress: Sendable {
    case answer(AnyBox)
    /// Wait for an instance that another look-up creates.
    case wait(Activity)
    /// Run an asynchronous creator.
    case await(Recipe)
    /// Go on on the actor that the creator belongs to.
    case hop(any Actor)
}

/// What a look-up does next, as its stack says under the lock.
enum Action: Sendable {
    /// Use this instance, which is kept.
    case use(AnyBox)
    /// Create an instance.
    case create(Recipe)
    /// Leave the loop.
    case stop(Progress)

    // The others prepare the next decision.

    /// Decide again, as an instance was over. Its release has run user code, which may have resolved it.
    case retry
    /// Compare the argument with those of these slots.
    case compare([Slot])
    /// Find out whether the recipe can run here.
    case check(Recipe)
    /// Skip a decorator that was removed meanwhile.
    case skipDecorator
    /// The look-up fails, as the container that had to keep the instance has ended.
    case fail
    /// Register a default, as nothing is registered, here or at a parent.
    case registerDefault
    /// Read the stacks again: the registration has been removed, or what is being decorated was created anew.
    case restart
}

/// Why a look-up has no instance. That nothing is registered carries no text, as it is no error for every caller.
enum ResolutionFailure: Error {
    case missing
    case failed(DependencyError)
    /// The task was cancelled while it was waiting.
    case cancelled
    /// A registration that was requested by itself is not there any more.
    case removed
}
