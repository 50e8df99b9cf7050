import NIOCore
import NIOHTTP2

/// A call as its connection reaches it.
protocol ConnectionCall: AnyObject {
  /// DATA has come that bypasses the HTTP/2 handler.
  func dataCame(_ bytes: ByteBuffer)

  /// There is room to send again.
  func roomCame()

  /// The client has reset the call.
  func receiveReset(_ code: HTTP2ErrorCode)

  /// The client has broken a rule of HTTP/2 on its stream, and of no other: it ends with this
  /// error.
  func fail(_ code: HTTP2ErrorCode)
}
