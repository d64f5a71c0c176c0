// The snippets of the article *Extending Hopoate*, and what it says.

import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

@testable import HopoateTestingHelpers

extension DependencyContainer {
    @discardableResult
    fileprivate func registerShared<Service: AnyObject>(
        _ service: Service.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        creator: @escaping @Sendable @isolated(any) () throws -> Service
    ) -> ServiceRegistration<Service> {
        register(
            service,
            lifetime: .weak,
            fileID: fileID,
            line: line,
            creator: creator
        )
    }
}

enum ExtendingHopoate {
    protocol SettingsStore: Sendable {
        func value(of key: String) -> String?
        func set(_ value: String, for key: String)
    }

    final class MemorySettings: SettingsStore, @unchecked Sendable {
        private let lock = NSLock()
        private var values: [String: String] = [:]

        func value(of key: String) -> String? { lock.withLock { values[key] } }
        func set(_ value: String, for key: String) { lock.withLock { values[key] = value } }
    }

    protocol Tracking {}
    struct Tracker: Tracking {}

    @propertyWrapper
    struct Injected<Service> {
        private let dependency: Dependency<Service>

        init(
            named name: String? = nil,
            fileID: StaticString = #fileID,
            line: UInt = #line
        ) {
            dependency = Dependency(named: name, fileID: fileID, line: line)
        }

        var wrappedValue: Service { dependency.wrappedValue }
    }

    @propertyWrapper
    struct Setting {
        private let store: Dependency<any SettingsStore>
        private let key: String

        init(_ key: String, fileID: StaticString = #fileID, line: UInt = #line) {
            store = Dependency(fileID: fileID, line: line)
            self.key = key
        }

        var wrappedValue: String {
            get { store().value(of: key) ?? "" }
            nonmutating set { store().set(newValue, for: key) }
        }
    }

    struct Radio {
        @Setting("station") var station

        static let lineOfTracker = #line + 1
        @Injected var tracker: any Tracking
    }

    final class SlowServices: Sendable {
        private let observation: ResolutionObservation

        init(
            _ container: DependencyContainer,
            limit: Double = 0.1,
            report: @escaping @Sendable (String) -> Void
        ) {
            observation = container.observe { event in
                guard let time = event.durationInSeconds, time >= limit else { return }
                let place = "requested at \(event.fileID):\(event.line)"
                report("\(event.registration.service) took \(time) s, \(place)")
            }
        }
    }

    @Suite(.isolatedDependencies) struct ExtendingHopoateTests {
        private var container: DependencyContainer { .shared }

        @Test func `an own function passes on its caller's line`() throws {
            final class Cache {}
            let token = container.registerShared(Cache.self) { Cache() }
            let line = UInt(#line - 1)
            let registration = try #require(container.registrations.first)
            #expect(registration.line == line)
            #expect(registration.lifetime == .weak)
            container.remove(token)
            #expect(container.registrations.isEmpty)
        }

        @Test func `an own wrapper follows the stack`() {
            container.register(MemorySettings(), for: (any SettingsStore).self)
            let radio = Radio()
            radio.station = "Coast FM"
            #expect(radio.station == "Coast FM")
            let settings = MockContainer(MemorySettings(), for: (any SettingsStore).self)
            #expect(radio.station == "")
            radio.station = "Night Radio"
            #expect(settings.mock.value(of: "station") == "Night Radio")
        }

        @Test func `an error names the line of the property with an own wrapper`() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Radio().tracker
            }
            let property = "ExtendingHopoateTests.swift:\(Radio.lineOfTracker): Fatal error: Nothing is registered for "
            #expect(try trapMessage(result).contains(property))
        }

        @Test func `validateProperties sees the dependency of an own wrapper unless that is generic`() throws {
            let search = PropertySearch(TypeRecords.ofLoadedImages)
            let isOfWrapper = { (name: String) in name.hasSuffix(".Setting.store") }
            #expect(search.properties.contains { isOfWrapper($0.fullName) })
            #expect(search.skippedProperties.contains { $0.fullName.hasSuffix(".Injected.dependency") })
        }

        @Test func `an observer reports slow creators`() {
            let notes = Notes()
            container.register(Tracker.self) { Tracker() }
            let slow = SlowServices(container, limit: 0) { notes.add($0) }
            _ = container.resolve(Tracker.self)
            let place = "requested at HopoateTestingHelpersTests/ExtendingHopoateTests.swift:\(#line - 1)"
            #expect(notes.all.map { $0.hasPrefix("Tracker took ") && $0.hasSuffix(place) } == [true])
            withExtendedLifetime(slow) {}
        }
    }
}
