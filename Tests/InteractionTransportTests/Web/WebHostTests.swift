import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Hosts that a listener for browsers answers to")
struct WebHostTests {
  private let origins = WebOrigins(
    users: ["https://shop.example"], operators: ["capacitor://app:9"])

  private func allows(_ hosts: [String], on ip: String) throws -> Bool {
    self.origins.allow(hosts: hosts, on: try SocketAddress(ipAddress: ip, port: 8080))
  }

  @Test(
    "a loopback address answers to its own names, and to those of allowed origins",
    arguments: [
      "localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:8080", "127.1.2.3:1", "[::1]",
      "[::1]:8080", "shop.example", "shop.example:443", "app",
    ])
  func own(host: String) throws {
    #expect(try self.allows([host], on: "127.0.0.1") && self.allows([host], on: "::1"))
  }

  @Test(
    "and to no other: its page would be taken for the engine's own",
    arguments: [
      ["evil.example"], ["evil.example:8080"], ["127.0.0.1.evil.example"], ["127.evil.example"],
      ["localhost.evil.example"], [""], ["[::2]:8080"], ["localhost", "localhost"],
    ])
  func foreign(hosts: [String]) throws {
    #expect(try !self.allows(hosts, on: "127.0.0.1"))
  }

  @Test("elsewhere names are the proxy's to know; what is no browser need not send one")
  func elsewhere() throws {
    #expect(try self.allows(["evil.example"], on: "192.0.2.1"))
    #expect(try self.allows([], on: "127.0.0.1"))
  }
}
