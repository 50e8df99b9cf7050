import Foundation
import InteractionWire
import Testing
import X509

@Suite("Health as a command", .timeLimit(.minutes(5)))
struct HealthTests {
  private func health(of address: String, _ options: String...) async throws -> Program.Output {
    try await Program.engine.run(["health", "--address", address] + options)
  }

  @Test("SERVING, NOT_SERVING, and a service that there is not")
  func states() async throws {
    try await ProgramEngine.with {
      $0.drainDeadline = 60
    } _: { engine in
      for service in ["", "interaction.v1.InteractionService"] {
        let output = try await self.health(of: engine.address, "--service", service)
        #expect(output.code == 0 && output.out == ["SERVING"] && output.err == [])
      }
      let none = try await self.health(of: engine.address, "--service", "attic")
      #expect(none.code == 69 && none.out == [] && none.err.count == 1)
      #expect(none.text.contains("unknown service 'attic'"))
      // The engine drains as long as this session is open.
      let client = TestStream(engine)
      try await client.open()
      engine.tell(SIGTERM)
      _ = try await client.receive(until: \.hasDrain)
      let draining = try await self.health(of: engine.address)
      #expect(draining.code == 1 && draining.out == ["NOT_SERVING"])
    }
  }

  @Test("no engine")
  func noEngine() async throws {
    let output = try await self.health(of: "127.0.0.1:1", "--timeout", "3")
    #expect(output.code == 69 && output.out == [] && output.err.count == 1, "\(output)")
  }

  @Test(
    "an address is compared with the certificate's addresses, and never with its names",
    arguments: [
      (GeneralName.dnsName("localhost"), ["localhost"]),
      (.address(127, 0, 0, 1), ["localhost", "127.0.0.1"]), (.address(127, 0, 0, 2), []),
      (.dnsName("127.0.0.1"), []),
    ] as [(GeneralName, [String])])
  func addresses(name: GeneralName, good: [String]) async throws {
    let files = try CertificateFiles(in: TestFolder())
    try files.write(files.authority.issue(name))
    try await ProgramEngine.with(files.options) { engine in
      for host in ["localhost", "127.0.0.1"] {
        let output = try await self.health(
          of: "\(host):\(engine.port)", "--tls-ca", files.folder.path("root.pem"))
        let isGood = good.contains(host)
        #expect(output.code == (isGood ? 0 : 69), "\(host): \(output)")
        #expect(output.out == (isGood ? ["SERVING"] : []))
      }
    }
  }
}
