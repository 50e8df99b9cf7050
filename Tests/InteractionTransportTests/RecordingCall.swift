import NIOCore
import NIOHTTP2

@testable import InteractionTransport

/// A call that its connection serves, and that remembers what it hears.
final class RecordingCall: DirectCall {
  private let connection: ConnectionHandler
  private let stream: UInt32
  private var unsent = ByteBuffer()
  private(set) var bytes: [UInt8] = []
  private(set) var hasRequest = false
  private(set) var rooms = 0
  private(set) var failures: [HTTP2ErrorCode] = []
  private(set) var resets: [HTTP2ErrorCode] = []
  private(set) var quiesces = 0
  private(set) var isLost = false

  init(_ connection: ConnectionHandler, stream: UInt32) {
    self.connection = connection
    self.stream = stream
    connection.state.newestStream = max(connection.state.newestStream, stream)
    connection.callBegan(self, stream: stream)
  }

  var flow: CallEntry.Flow? { self.connection.state.calls[self.stream]?.flow }

  var hasRoom: Bool { self.connection.sendRoom(on: self.stream) != nil }

  func pause(_ isPaused: Bool) { self.connection.pause(isPaused, stream: self.stream) }

  func send(_ bytes: ByteBuffer) {
    self.unsent.writeImmutableBuffer(bytes)
    self.unsent = self.connection.send(self.unsent, on: self.stream)
  }

  func end() {
    self.unsent = ByteBuffer()
    self.connection.callEnded(stream: self.stream)
  }

  func dataCame(_ bytes: ByteBuffer) { self.bytes += bytes.readableBytesView }

  func requestEnded() { self.hasRequest = true }

  func roomCame() {
    self.unsent = self.connection.send(self.unsent, on: self.stream)
    if self.unsent.readableBytes == 0, self.hasRoom { self.rooms += 1 }
  }

  func fail(_ code: HTTP2ErrorCode) {
    self.failures.append(code)
    self.connection.callEnded(stream: self.stream)
  }

  func receiveReset(_ code: HTTP2ErrorCode) {
    self.resets.append(code)
    self.connection.callEnded(stream: self.stream)
  }

  func quiesce() { self.quiesces += 1 }

  func connectionEnded() { self.isLost = true }
}
