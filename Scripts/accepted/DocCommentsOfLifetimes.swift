// Examples of doc comments: lifetimes.

import Hopoate

nonisolated final class Transaction {}
nonisolated final class Inbox {
    func disconnect() async {}
}
nonisolated struct Cart {}
nonisolated struct Payment {}
nonisolated struct Checkout {
    let cart: Cart
    let payment: Payment
}
nonisolated struct RequestID {}
nonisolated struct RequestLog {
    let id: RequestID
    func write(_ text: String) {}
}

func sharingWithinAResolution(in container: DependencyContainer) {
    container.register(Transaction.self, lifetime: .graph) { Transaction() }
    container.register(Checkout.self, lifetime: .transient) {
        // Both get the same Transaction.
        Checkout(cart: resolve(Cart.self), payment: resolve(Payment.self))
    }
}

func endingASession(in container: DependencyContainer) {
    let session = DependencyScope()
    container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
    session.reset()  // at logout
}

func endingASessionAndAwaiting(_ session: DependencyScope, in container: DependencyContainer) async {
    container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
        .onRemove { await $0.disconnect() }
    await session.asyncReset()  // the inbox is disconnected
}

func servingARequest(in app: DependencyContainer) {
    app.register(RequestLog.self, lifetime: .perContainer) {
        RequestLog(id: resolve(RequestID.self))
    }
    app.withChild { request in
        request.register(RequestID(), for: RequestID.self)
        let log = request.resolve(RequestLog.self)  // this request's
        log.write("served")
    }
}
