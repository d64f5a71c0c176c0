// Hand-written stand-in for the few UIKit declarations that README and Newsstand use. Requirements that Objective-C has as optional have
// defaults.
@_exported import Foundation
@MainActor @preconcurrency open class UIResponder: NSObject {}
@MainActor @preconcurrency open class UIViewController: UIResponder {}
@MainActor @preconcurrency open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable { public let rawValue: String; public init(rawValue: String) { self.rawValue = rawValue } } }
@MainActor @preconcurrency public protocol UIApplicationDelegate: AnyObject {
  init()
  func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool
  func applicationWillTerminate(_ application: UIApplication) }
extension UIApplicationDelegate {
  public static func main() {}
  public func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool { true }
  public func applicationWillTerminate(_ application: UIApplication) {} }
open class UIImage: NSObject, @unchecked Sendable { public init?(data: Data) {} }
