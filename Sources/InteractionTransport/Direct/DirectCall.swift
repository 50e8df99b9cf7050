import NIOCore
import NIOHTTP2

/// Who takes in the DATA of a call, and writes such.
protocol DirectReceiver: AnyObject {
  /// DATA has come.
  func receive(_ bytes: ByteBuffer)
  /// There is room to write again, and all that was sent before has left.
  func roomCame()
}

/// A call whose DATA bypasses the HTTP/2 handler, with its two windows (RFC 9113 §5.2).
final class DirectCall {
  let stream: UInt32
  /// Ends the call where the client breaks the rules of its stream.
  private let guardian: (any GuardedCall)?
  /// Bytes that the client takes; negative where it has changed its mind (§6.9.2).
  var sendWindow: Int
  /// Bytes that came, for which the client has not got new room.
  var taken = 0
  /// How many of the newest frames had nothing in them.
  var emptyFrames = 0
  /// Whether the headers of the answer have left, which the HTTP/2 handler writes.
  var isAnswered = false
  /// What waits for them, or for room.
  var unsent = ByteBuffer()
  var isWaiting = false
  /// Whether the client gets no new room.
  var isPaused = false {
    didSet { if !self.isPaused { self.connection?.giveRoom(to: self) } }
  }
  /// Whether what comes is for the receiver from the end of this read on. Until then the HTTP/2 handler
  /// may hold some.
  var isStarting = false {
    didSet { if self.isStarting, !oldValue { self.connection?.starting.append(self) } }
  }
  /// Whether what comes is for the receiver.
  var receivesDirectly = false
  // Both until the call's end: objects that are referred to weakly are counted more slowly ever after.
  var receiver: (any DirectReceiver)?
  private var connection: DirectData?

  init(
    stream: UInt32, sendWindow: Int, connection: DirectData, guardian: (any GuardedCall)?
  ) {
    self.stream = stream
    self.guardian = guardian
    self.sendWindow = sendWindow
    self.connection = connection
  }

  /// Whether what is sent now leaves now. If not, the receiver hears when it would.
  var hasRoom: Bool { self.connection?.hasRoom(self) ?? false }

  /// Sends as soon as there is room.
  func send(_ bytes: ByteBuffer) {
    self.connection?.send(bytes, on: self)
  }

  /// The client has broken the rules of this stream: the call ends, the connection stays.
  func refuse(_ code: HTTP2ErrorCode) {
    self.guardian?.fail(code)
    self.end()
  }

  /// The call is over, or served by grpc-swift; what waits is never sent.
  func end() {
    self.unsent = ByteBuffer()
    self.connection?.end(self)
    self.connection = nil
    self.receiver = nil
  }
}
