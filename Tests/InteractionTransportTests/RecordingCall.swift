import NIOCore
import NIOHPACK

@testable import InteractionTransport

/// A call that records all events of its connection.
final class RecordingCall: ConnectionCall {
  /// Services that record every call.
  static var services: ConnectionServices {
    var services = ConnectionServices()
    services.begin = { _, stream, connection in
      _ = RecordingCall(connection, stream: stream)
    }
    return services
  }

  private let connection: ConnectionHandler
  private let stream: UInt32
  private var unsent = ByteBuffer()
  private(set) var bytes: [UInt8] = []
  private(set) var hasRequest = false
  private(set) var rooms = 0
  private(set) var failures: [HTTP2ErrorCode] = []
  private(set) var resets = 0
  private(set) var quiesces = 0
  private(set) var isLost = false

  /// Begins a call, with or without headers on the wire.
  init(_ connection: ConnectionHandler, stream: UInt32) {
    self.connection = connection
    self.stream = stream
    if connection.state.calls.index(of: stream) == nil {
      connection.state.newestStream = max(connection.state.newestStream, stream)
      connection.state.callBegan(stream)
    }
    connection.register(self, on: stream)
  }

  var flow: StreamFlowControl? { self.connection.state.calls[self.stream] }

  var hasRoom: Bool { self.connection.sendCapacity(on: self.stream) != nil }

  func pause(_ isPaused: Bool) { self.connection.pause(isPaused, stream: self.stream) }

  func send(_ bytes: ByteBuffer) {
    self.unsent.writeImmutableBuffer(bytes)
    self.unsent = self.connection.send(self.unsent, on: self.stream)
  }

  /// Responds with trailers only.
  func end(isPatient: Bool = false) {
    self.unsent = ByteBuffer()
    self.connection.end(
      stream: self.stream, with: ["grpc-status": "0"], isPatient: isPatient)
  }

  func receiveData(_ bytes: ByteBuffer) { self.bytes += bytes.readableBytesView }

  func receiveEndStream() { self.hasRequest = true }

  func resumeSending() {
    self.unsent = self.connection.send(self.unsent, on: self.stream)
    if self.unsent.readableBytes == 0, self.hasRoom { self.rooms += 1 }
  }

  func fail(_ code: HTTP2ErrorCode) {
    self.failures.append(code)
    self.connection.callFailed(stream: self.stream)
    self.connection.reset(stream: self.stream, code)
  }

  func receiveReset() {
    self.resets += 1
    self.connection.callEnded(stream: self.stream)
  }

  func quiesce() { self.quiesces += 1 }

  func connectionLost() { self.isLost = true }
}
