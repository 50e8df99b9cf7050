package import InteractionCore
import InteractionWire
import NIOCore
import SwiftProtobuf

/// A recorded session made ready to be played any number of times: each frame is encoded once, and
/// each answer is known before.
package struct LoadScript: Sendable {
  /// A frame of the client's.
  package struct Frame: Sendable {
    /// When it is sent, from the session's opening.
    package let due: TimeSpan
    /// The gRPC message, its length in front.
    let message: ByteBuffer
    /// The number of its last event; that of the frame before it for a heartbeat.
    let lastEvent: UInt64
  }

  /// A directive of the server's.
  package struct Answer: Sendable {
    let directive: Proto.Directive
    /// The kind of directive: a metric label.
    let kind: String
    /// The place of the frame that brings it about; nil for the opening.
    let frame: Int?
  }

  /// What it is called in reports.
  package let name: String
  /// In the order of their times.
  package let frames: [Frame]
  /// In the order of their numbers.
  package let answers: [Answer]
  /// Events in ``frames``, and samples that were left out.
  package let events: Int
  package let skipped: Int
  /// What it costs a server, in the units of its limit `work-per-second`.
  package let work: Int
  /// From the opening to the last frame.
  package var duration: TimeSpan { self.frames.last?.due ?? .zero }

  private let open: OpenFrame

  init(
    name: String, frames: [Frame], answers: [Answer], events: Int, skipped: Int, work: Int,
    open: OpenFrame
  ) {
    self.name = name
    self.frames = frames
    self.answers = answers
    self.events = events
    self.skipped = skipped
    self.work = work
    self.open = open
  }

  /// The same with other answers.
  init(_ script: LoadScript, answers: [Answer]) {
    self.init(
      name: script.name, frames: script.frames, answers: answers, events: script.events,
      skipped: script.skipped, work: script.work, open: script.open)
  }

  /// What proxies choose an engine by.
  func key(sessionID: String) -> String {
    RoutingKey.of(user: self.open.user, sessionID: sessionID)
  }

  /// The message that opens a session, or goes on with it.
  func opening(sessionID: String, resume: ResumePart?) throws -> ByteBuffer {
    var open = self.open
    open.sessionID = sessionID
    open.resume = resume
    return try Proto.Request(open).message
  }
}

extension Proto.Request {
  /// The frame as a gRPC message, its prefix in front.
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
