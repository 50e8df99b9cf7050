import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("The connections of a listener")
struct OpenConnectionsTests {
  private func connection() throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    return channel
  }

  @Test("when grpc-swift has ended, the connections are closed that it was given")
  func handedOver() throws {
    let connections = OpenConnections()
    let (one, two) = (try self.connection(), try self.connection())
    #expect(connections.add(one) && connections.add(two))
    connections.handOver(two)
    connections.closeHandedOver()
    #expect(one.isActive && !two.isActive)
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
}
