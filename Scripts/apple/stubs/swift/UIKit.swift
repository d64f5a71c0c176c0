// Hand-written stand-in for the few UIKit declarations that README's app delegate uses.
@MainActor @preconcurrency open class UIViewController { public init() {} }
@MainActor @preconcurrency open class UIResponder { public init() {} }
@MainActor @preconcurrency open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable { public let rawValue: String; public init(rawValue: String) { self.rawValue = rawValue } } }
@MainActor @preconcurrency public protocol UIApplicationDelegate: AnyObject {
  init()
  func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool }
extension UIApplicationDelegate { public static func main() {} }
