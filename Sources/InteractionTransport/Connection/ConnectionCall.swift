package import NIOCore

/// A call as its connection reaches it, on the connection's event loop.
package protocol ConnectionCall: AnyObject {
  /// DATA has come.
  func dataCame(_ bytes: ByteBuffer)

  /// The client has ended its request.
  func requestEnded()

  /// There is room to send again.
  func roomCame()

  /// The client has reset the call.
  func receiveReset()

  /// The client has broken a rule of HTTP/2 on its stream, and of no other: it ends with this
  /// error.
  func fail(_ code: HTTP2ErrorCode)

  /// The server is to end.
  func quiesce()

  /// The connection is gone.
  func connectionEnded()
}
