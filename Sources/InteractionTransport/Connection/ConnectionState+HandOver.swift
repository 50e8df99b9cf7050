import NIOCore

/// What NIO's HTTP/2 handler has to know of a connection that it comes to later.
extension ConnectionState {
  /// Whether a call may begin that is not `Interact`: the listener that hands a connection over is
  /// closed before its connections are.
  var mayHandOver: Bool { self.isHandedOver || self.goodbye == .unsaid }

  /// grpc-swift's handlers come. Returns what they would have been sent: the preface, the client's
  /// settings, that it has the server's, and what it takes on all calls together.
  mutating func handOver() -> ByteBuffer {
    self.isHandedOver = true
    var bytes = FrameHeader.preface
    // From that size on the HTTP/2 handler has to confirm the one that the table has now.
    if let size = self.client.earlierTableSize {
      bytes.writeSettings([ClientSettings.Setting(kind: .tableSize, value: size)])
    }
    bytes.writeSettings(self.client.settings.withoutFrameSize)
    bytes.writeFrameHeader(FrameHeader.Kind.settings, flags: FrameHeader.ackFlag, length: 0)
    let more = self.windows.send + self.windows.debt - FrameHeader.initialWindow
    if more > 0 { bytes.writeWindowUpdate(of: 0, by: more) }
    return bytes
  }
}
