// Hand-written stand-in for the few Foundation declarations that Newsstand's views, models and the signatures of its services use.
// The real `NSObject` is in ObjectiveC, which Foundation exports.
@_exported import Darwin
open class NSObject { public init() {} }
public typealias TimeInterval = Double
public struct Data: Hashable, Codable, Sendable { public init() {} }
public struct Date: Hashable, Codable, Sendable { public init() {}
  public init(timeIntervalSince1970: TimeInterval) {} }
public struct TimeZone: Hashable, Codable, Sendable { public init?(identifier: String) {}
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *) public static var gmt: TimeZone { fatalError() } }
public struct UUID: Hashable, Codable, Sendable { public init() {}; public var uuidString: String { "" } }
public struct Notification: Sendable {}
open class NSLock: @unchecked Sendable { public init() {} }
open class FileHandle: NSObject, @unchecked Sendable {}
