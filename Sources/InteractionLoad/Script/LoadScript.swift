package import InteractionCore
import InteractionWire
import NIOCore
import SwiftProtobuf

/// A recorded session prepared for playing it any number of times: frames are encoded once, and the
/// expected directives are known.
package struct LoadScript: Sendable {
  /// A frame that the client sends.
  package struct Frame: Sendable {
    /// The time to send it, since the session opened.
    package let due: TimeSpan
    /// The gRPC message with its length prefix.
    let message: ByteBuffer
    /// The number of its last event; for a heartbeat that of the previous frame.
    let lastEvent: UInt64
  }

  /// A directive that the server is expected to send.
  package struct ExpectedDirective: Sendable {
    let directive: Proto.Directive
    /// The directive's type: a metric label.
    let kind: String
    /// The index of the frame that causes it; nil for the opening.
    let frame: Int?
  }

  /// The name in reports.
  package let name: String
  /// The frames in the order of their times.
  package let frames: [Frame]
  /// The expected directives by sequence number.
  package let expectedDirectives: [ExpectedDirective]
  /// The number of events in ``frames``.
  package let events: Int
  /// The number of samples that were left out.
  package let skipped: Int
  /// The work that it costs a server, in the units of its limit `work-per-second`.
  package let work: Int
  /// The time from the opening to the last frame.
  package var duration: TimeSpan { self.frames.last?.due ?? .zero }

  private let open: OpenFrame

  init(
    name: String, frames: [Frame], expectedDirectives: [ExpectedDirective], events: Int,
    skipped: Int, work: Int,
    open: OpenFrame
  ) {
    self.name = name
    self.frames = frames
    self.expectedDirectives = expectedDirectives
    self.events = events
    self.skipped = skipped
    self.work = work
    self.open = open
  }

  /// Creates the same script with other expected directives.
  init(_ script: LoadScript, answers: [ExpectedDirective]) {
    self.init(
      name: script.name, frames: script.frames, expectedDirectives: answers, events: script.events,
      skipped: script.skipped, work: script.work, open: script.open)
  }

  /// Returns the routing key, by which proxies choose an engine.
  func key(sessionID: String) -> String {
    RoutingKey.of(user: self.open.user, sessionID: sessionID)
  }

  /// Returns the message that opens or resumes a session.
  func opening(sessionID: String, resume: ResumeMessage?) throws -> ByteBuffer {
    var open = self.open
    open.sessionID = sessionID
    open.resume = resume
    return try Proto.Request(open).message
  }
}

extension Proto.Request {
  /// The frame as a gRPC message with its length prefix.
  var message: ByteBuffer {
    get throws {
      let bytes: [UInt8] = try self.serializedBytes()
      var buffer = ByteBuffer()
      let prefix = MessagePrefix(length: bytes.count)
      buffer.reserveCapacity(prefix.total)
      buffer.writeMultipleIntegers(prefix.fields.flag, prefix.fields.length)
      buffer.writeBytes(bytes)
      return buffer
    }
  }
}
