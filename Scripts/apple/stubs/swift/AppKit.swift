// Hand-written stand-in for the few AppKit declarations that Newsstand uses. Requirements that Objective-C has as optional have defaults.
@_exported import Foundation
@MainActor @preconcurrency open class NSResponder: NSObject {}
@MainActor @preconcurrency open class NSApplication: NSResponder {
  public enum ActivationPolicy: Int, Sendable { case regular, accessory, prohibited }
  public class var shared: NSApplication { fatalError() }
  @discardableResult open func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool { true }
  @available(macOS 14.0, *) open func activate() {} }
@MainActor @preconcurrency public protocol NSApplicationDelegate: AnyObject {
  func applicationWillFinishLaunching(_ notification: Notification)
  func applicationDidFinishLaunching(_ notification: Notification)
  func applicationWillTerminate(_ notification: Notification) }
extension NSApplicationDelegate {
  public func applicationWillFinishLaunching(_ notification: Notification) {}
  public func applicationDidFinishLaunching(_ notification: Notification) {}
  public func applicationWillTerminate(_ notification: Notification) {} }
open class NSImage: NSObject, @unchecked Sendable { public init?(data: Data) {} }
