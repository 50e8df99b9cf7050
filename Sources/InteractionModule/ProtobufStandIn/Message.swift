public import Foundation

/// A message, as generated code declares it.
public protocol Message: Hashable, Sendable {
  init()
  static var protoMessageName: String { get }
  var unknownFields: UnknownStorage { get set }
  mutating func decodeMessage<D: Decoder>(decoder: inout D) throws
  func traverse<V: Visitor>(visitor: inout V) throws
}

extension Message {
  public static func with(_ populate: (inout Self) throws -> Void) rethrows -> Self {
    var message = Self()
    try populate(&message)
    return message
  }

  // Messages are compared by the generated `==`; nothing here hashes them.
  public func hash(into hasher: inout Hasher) {}
}

public protocol _MessageImplementationBase: Message {}

/// An enumeration, as generated code declares it.
public protocol Enum: RawRepresentable<Int>, Hashable, Sendable {
  init()
  init?(rawValue: Int)
}

/// The fields that this build does not know: only the number of the first one is kept, so that
/// copies of messages are cheap. A module decodes such a message, and never encodes it again.
public struct UnknownStorage: Hashable, Sendable {
  public var first: UInt32 = 0

  public init() {}

  /// The first field, encoded as an empty one.
  public var data: Data {
    guard self.first > 0 else { return [] }
    var tag = self.first << 3 | 2
    var bytes: Data = []
    while tag >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: tag) | 0x80)
      tag >>= 7
    }
    return bytes + [UInt8(tag), 0]
  }

  public func traverse<V: Visitor>(visitor: inout V) throws {}
}
