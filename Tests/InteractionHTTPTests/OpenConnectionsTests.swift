import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionHTTP

@Suite("The connections of a listener")
struct OpenConnectionsTests {
  private func connection() throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    return channel
  }

  @Test("once they are to end, no more come", arguments: [true, false])
  func ending(atOnce: Bool) throws {
    let connections = OpenConnections()
    let one = try self.connection()
    #expect(connections.add(one))
    if atOnce { connections.closeAll() } else { connections.quiesce() }
    #expect(one.isActive != atOnce)
    #expect(!connections.add(try self.connection()))
  }
  @Test("each is forgotten once it has closed")
  func closed() throws {
    let connections = OpenConnections()
    weak var channel: EmbeddedChannel?
    do {
      let one = try self.connection()
      channel = one
      #expect(connections.add(one))
      try one.close().wait()
      one.embeddedEventLoop.run()
    }
    #expect(channel == nil)
    #expect(connections.add(try self.connection()))
  }

  @Test("they are told once that they are to end")
  func quiesce() throws {
    let connections = OpenConnections()
    let quiescing = Quiescing()
    let one = try self.connection()
    try one.pipeline.syncOperations.addHandler(quiescing)
    #expect(connections.add(one))
    connections.quiesce()
    #expect(quiescing.count == 1)
  }

  @Test("allClosed() waits for the last connection, and no more are added")
  func allClosed() async throws {
    let connections = OpenConnections()
    let channels = [NIOAsyncTestingChannel(), NIOAsyncTestingChannel()]
    for channel in channels {
      try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer"))
      #expect(connections.add(channel))
    }
    async let areOpen = {
      await connections.allClosed()
      return channels.map(\.isActive)
    }()
    for channel in channels { try await channel.close() }
    #expect(await areOpen == [false, false])
    #expect(!connections.add(NIOAsyncTestingChannel()))
  }
}

/// Counts the quiescing events of a connection.
private final class Quiescing: ChannelInboundHandler {
  typealias InboundIn = Never

  private(set) var count = 0

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { self.count += 1 }
  }
}
