package import NIOCore

/// A call, as its connection drives it on its event loop.
package protocol ConnectionCall: AnyObject {
  /// Receives DATA.
  func receiveData(_ bytes: ByteBuffer)

  /// Receives END_STREAM.
  func receiveEndStream()

  /// Called when flow-control windows and the socket allow sending again.
  func resumeSending()

  /// Receives RST_STREAM.
  func receiveReset()

  /// Ends the call with a stream error: the client has violated HTTP/2 on its stream only.
  func fail(_ code: HTTP2ErrorCode)

  /// Called when the server shuts down.
  func quiesce()

  /// Called when the connection is lost.
  func connectionLost()
}
