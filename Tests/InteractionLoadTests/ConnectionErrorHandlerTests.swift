import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import InteractionLoad

@Suite("A connection that HTTP/2 has given up is closed, so that its sessions come back")
struct ConnectionErrorHandlerTests {
  private let watch = ConnectionMonitor(nil)
  private let channel: EmbeddedChannel

  init() throws {
    self.channel = EmbeddedChannel(handler: ConnectionErrorHandler(self.watch))
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
  }

  @Test("an error of the connection closes it, and says why")
  func connectionError() {
    self.channel.pipeline.fireErrorCaught(NIOHTTP2Errors.excessiveRSTFrames())
    #expect(!self.channel.isActive)
    #expect(self.watch.problem != nil)
  }

  @Test("an error of one call does not")
  func streamError() {
    let error = NIOHTTP2Errors.streamError(
      streamID: 1, baseError: NIOHTTP2Errors.excessiveRSTFrames())
    self.channel.pipeline.fireErrorCaught(error)
    #expect(self.channel.isActive)
    #expect(self.watch.problem == nil)
  }
}
