import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

/// A client of a server's connection, in virtual time.
struct HTTP2Client {
  let connection: ConnectionHandler
  let channel: EmbeddedChannel

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - services: Serve its calls.
  ///   - now: The server's clock; nil for that of the event loop.
  init(
    _ limits: ConnectionLimits = ConnectionLimits(),
    services: ConnectionServices = RecordingCall.services, now: (() -> NIODeadline)? = nil
  ) throws {
    try self.init(unopened: limits, services: services, now: now)
    try self.send(Frames.opening)
    _ = try self.channel.writtenFrames
  }

  /// Connects, and reads the server's first frame.
  init(
    unopened limits: ConnectionLimits,
    services: ConnectionServices = RecordingCall.services, now: (() -> NIODeadline)? = nil
  ) throws {
    let loop = EmbeddedEventLoop()
    self.connection = ConnectionHandler(
      limits: limits, services: services, now: now ?? { loop.now })
    self.channel = EmbeddedChannel(handler: self.connection, loop: loop)
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    _ = try self.channel.writtenFrames
  }

  var isActive: Bool { self.channel.isActive }

  func send(_ frame: ByteBuffer, _ more: ByteBuffer...) throws {
    try self.channel.writeInbound(Frames.joined([frame] + more))
  }

  /// The frames of the server since the test last asked.
  func written() throws -> WrittenFrames {
    try WrittenFrames(self.channel.writtenFrames)
  }

  /// The errors of the server since the test last asked.
  func failures() throws -> [WrittenFrames.Failure] {
    try self.written().failures
  }

  /// Lets seconds pass in which the client sends nothing but PINGs: it is still there.
  func wait(_ seconds: Int64) throws {
    for _ in 0 ..< seconds {
      self.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      try self.send(Frames.ping)
    }
  }

  /// Begins a call that records.
  func begin(_ stream: UInt32 = 1) throws -> RecordingCall {
    try self.send(Frames.call(stream))
    return try #require(self.recording(stream))
  }

  /// The call of a stream, unless it has ended.
  func recording(_ stream: UInt32) -> RecordingCall? {
    self.connection.calls[stream] as? RecordingCall
  }
}
