import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

/// A client of a server connection, with simulated time.
struct HTTP2Client {
  let connection: ConnectionHandler
  let channel: EmbeddedChannel

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - services: The server's services.
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

  /// Returns the server's frames since the last call.
  func written() throws -> WrittenFrames {
    try WrittenFrames(self.channel.writtenFrames)
  }

  /// Returns the server's errors since the last call.
  func failures() throws -> [WrittenFrames.Failure] {
    try self.written().failures
  }

  /// Advances the time, in which the client sends only PINGs to stay alive.
  func wait(_ seconds: Int64) throws {
    for _ in 0 ..< seconds {
      self.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      try self.send(Frames.ping)
    }
  }

  /// Begins a call that is recorded.
  func begin(_ stream: UInt32 = 1) throws -> RecordingCall {
    try self.send(Frames.call(stream))
    return try #require(self.recording(stream))
  }

  /// Returns the call of a stream; nil if it has ended.
  func recording(_ stream: UInt32) -> RecordingCall? {
    self.connection.calls[stream] as? RecordingCall
  }
}
