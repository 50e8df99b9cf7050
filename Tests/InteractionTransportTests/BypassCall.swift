import NIOCore
import NIOHTTP2

@testable import InteractionTransport

/// A call whose DATA bypasses the HTTP/2 handler, and that remembers what it hears.
final class BypassCall: ConnectionCall {
  private let connection: ConnectionHandler
  private let stream: UInt32
  private var unsent = ByteBuffer()
  private(set) var bytes: [UInt8] = []
  private(set) var rooms = 0
  private(set) var failures: [HTTP2ErrorCode] = []

  /// - Parameter isRunning: Whether the call is answered, and takes its DATA beside the HTTP/2
  ///   handler.
  init(_ connection: ConnectionHandler, stream: UInt32, isRunning: Bool = true) {
    self.connection = connection
    self.stream = stream
    connection.callBegan(self, stream: stream, mayBypass: true)
    connection.state.claim(stream, isCounted: false)
    guard isRunning, let index = connection.state.calls.index(of: stream) else { return }
    connection.state.calls.elements[index].bypass?.answer = .flows
    connection.state.calls.elements[index].bypass?.route = .direct
  }

  var bypass: CallEntry.Bypass? { self.connection.state.calls[self.stream]?.bypass }

  var hasRoom: Bool { self.connection.hasRoom(stream: self.stream) }

  func pause(_ isPaused: Bool) { self.connection.pause(isPaused, stream: self.stream) }

  func send(_ bytes: ByteBuffer) {
    self.unsent.writeImmutableBuffer(bytes)
    self.unsent = self.connection.send(self.unsent, on: self.stream)
  }

  func end() {
    self.unsent = ByteBuffer()
    self.connection.state.endBypass(of: self.stream)
  }

  func dataCame(_ bytes: ByteBuffer) { self.bytes += bytes.readableBytesView }

  func roomCame() {
    self.unsent = self.connection.send(self.unsent, on: self.stream)
    if self.unsent.readableBytes == 0, self.hasRoom { self.rooms += 1 }
  }

  func fail(_ code: HTTP2ErrorCode) {
    self.failures.append(code)
    self.connection.callEnded(stream: self.stream)
  }

  func receiveReset(_ code: HTTP2ErrorCode) {}
}
