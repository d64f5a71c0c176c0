// Coming from swift-dependencies: what the examples of its documentation become, in the order of the article's table.

import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

private struct APIClient: Sendable {
    var user: @Sendable () -> String
    var host: @Sendable () -> String = { "example.com" }
    static let live = APIClient { "live" }
    static let mock = APIClient { "mock" }
}

private final class Defaults {}

extension DependencyKeys {
    fileprivate var apiClient: DependencyKey<APIClient> { .init { .live } }
    fileprivate var defaults: DependencyKey<Defaults> { .init { Defaults() } }
    fileprivate var account: DependencyKey<String> { .required() }
}

enum ComingFromSwiftDependencies {
    private final class FeatureModel {
        @Dependency(\.apiClient) var apiClient

        func child() -> ChildModel {
            DependencyContainer.withShared(_apiClient.container) { ChildModel() }
        }
    }

    private final class ChildModel: Sendable {
        private let apiClient = Dependency(\.apiClient)

        var user: String { apiClient().user() }
    }

    private struct TypeModel {
        @Dependency var apiClient: APIClient
    }

    @Suite(.isolatedDependencies) struct ComingFromSwiftDependenciesTests {
        private var container: DependencyContainer { .shared }

        /// `extension DependencyValues { var apiClient: … }` with a `DependencyKey` and its `liveValue`.
        @Test func aDependencyValueIsATypedKey() {
            #expect(FeatureModel().apiClient.user() == "live")
        }

        /// `@Dependency(APIClient.self) var apiClient`
        @Test func aTypeIsAKeyOfItsOwn() {
            container.register(APIClient.live, for: APIClient.self)
            #expect(TypeModel().apiClient.user() == "live")
        }

        /// `withDependencies { $0.apiClient = .mock } operation: { FeatureModel() }`
        @Test func anOverrideForAnOperationIsAnotherContainer() {
            let mocked = container.fork()
            mocked[\.apiClient] = .mock
            let model = DependencyContainer.withShared(mocked) { FeatureModel() }
            #expect(model.apiClient.user() == "mock")
            #expect(FeatureModel().apiClient.user() == "live")
        }

        /// A model that exists already sees an override in its container, also a later one; there, only while the operation runs.
        @Test func anOverrideReachesModelsThatExist() {
            let model = FeatureModel()
            #expect(model.apiClient.user() == "live")
            container[\.apiClient] = .mock
            #expect(model.apiClient.user() == "mock")
            let other = DependencyContainer()
            DependencyContainer.withShared(other) {
                #expect(model.apiClient.user() == "mock")
            }
        }

        /// `withDependencies { $0.apiClient.user = { "mock" } } operation: { … }`
        @Test func aPartOfAValueIsOverridden() {
            container[\.apiClient].user = { "mock" }
            #expect(FeatureModel().apiClient.user() == "mock")
            #expect(FeatureModel().apiClient.host() == "example.com")
            container[\.apiClient].host = { "localhost" }
            #expect(FeatureModel().apiClient.user() == "mock")
        }

        /// `@Dependency(\.apiClient) var apiClient` in a function.
        @Test func aPropertyOfAFunctionLooksIntoTheContainerOfTheCall() {
            func load() -> String {
                @Dependency(\.apiClient) var apiClient
                return apiClient.user()
            }
            let mocked = DependencyContainer(parent: container)
            mocked[\.apiClient] = .mock
            #expect(DependencyContainer.withShared(mocked) { load() } == "mock")
            #expect(load() == "live")
        }

        /// `withDependencies(from: self) { ChildModel() }`
        @Test func aChildIsMadeInTheContainerOfItsParent() {
            let mocked = container.fork()
            mocked[\.apiClient] = .mock
            let model = DependencyContainer.withShared(mocked) { FeatureModel() }
            #expect(model.child().user == "mock")
            #expect(ChildModel().user == "live")
        }

        /// `withEscapedDependencies { dependencies in … dependencies.yield { … } }`
        @Test func workThatEscapesCarriesTheContainer() async {
            container[\.apiClient] = .mock
            let user = await Task.detached(operation: carryingDependencies { ChildModel().user }).value
            #expect(user == "mock")
            let child = ChildModel()
            #expect(await Task.detached { child.user }.value == "mock")
        }

        /// A `liveValue` is one for the process; a key's default is one for each container.
        @Test func eachContainerHasItsOwnDefault() {
            #expect(container.resolve(\.defaults) === container.resolve(\.defaults))
            #expect(container.resolve(\.defaults) !== DependencyContainer().resolve(\.defaults))
        }

        @Test func aForkMakesKeptServicesAnewAndAChildSharesThem() {
            let kept = container.resolve(\.defaults)
            #expect(container.fork().resolve(\.defaults) !== kept)
            #expect(DependencyContainer(parent: container).resolve(\.defaults) === kept)
        }

        /// A live value in a test fails the test there; here it does so in a strict one.
        @Test(.expects("was resolved, but this test has not registered it"))
        func aDefaultInAStrictTestIsAnIssue() {
            withIsolatedDependencies(.strict) {
                #expect(FeatureModel().apiClient.user() == "live")
            }
        }

        /// `previewValue` and `testValue`.
        @Test func valuesOfContextsAreRegistered() {
            if RuntimeContext.preview.isCurrent { container.register(\.apiClient) { .live } }
            if RuntimeContext.test.isCurrent { container.register(\.apiClient) { .mock } }
            #expect(FeatureModel().apiClient.user() == "mock")
        }

        /// `prepareDependencies { $0.account = "Ada" }`
        @Test func whatTheAppPreparesItRegisters() {
            DependencyContainer.shared.register("Ada", for: \.account)
            #expect(container.resolve(\.account) == "Ada")
        }

        /// `@Test(.dependencies { $0.apiClient = .mock })`
        @Test(.dependencies { $0[\.apiClient] = .mock })
        func aTraitOverrides() {
            #expect(FeatureModel().apiClient.user() == "mock")
        }

        /// `@Dependency(\.date.now)`
        @Test func theTimeIsAServiceLikeOthers() {
            container.register({ Date(timeIntervalSince1970: 0) }, for: (() -> Date).self)
            #expect(container.resolve((() -> Date).self)() == Date(timeIntervalSince1970: 0))
        }
    }
}
