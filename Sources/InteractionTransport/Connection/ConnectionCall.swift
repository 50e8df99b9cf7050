import NIOCore
import NIOHTTP2

/// A call as its connection reaches it.
protocol ConnectionCall: AnyObject {
  /// The client has reset the call.
  func receiveReset(_ code: HTTP2ErrorCode)

  /// The client has broken a rule of HTTP/2 on its stream, and of no other: it ends with this
  /// error.
  func fail(_ code: HTTP2ErrorCode)
}

/// A call that is served on its connection's event loop, without grpc-swift.
protocol DirectCall: ConnectionCall {
  /// DATA has come.
  func dataCame(_ bytes: ByteBuffer)

  /// The client has ended its request.
  func requestEnded()

  /// There is room to send again.
  func roomCame()

  /// The server is to end: so is the call.
  func quiesce()

  /// The connection is gone.
  func connectionEnded()
}
