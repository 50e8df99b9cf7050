import GRPCCore
import InteractionStream
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Long messages of routed calls, over HTTP/2", .timeLimit(.minutes(2)))
struct LongCallTests {
  private typealias Simulated = Interaction_V1_SimulateResponse

  private static let simulate = "interaction.v1.InteractionService/Simulate"

  /// Returns a request with an unknown field of this number of bytes.
  private static func simulation(of count: Int) throws -> Interaction_V1_SimulateRequest {
    let unknown =
      try Google_Protobuf_BytesValue.with { $0.value = .init(repeating: 7, count: count) }
      .serializedBytes() as [UInt8]
    // The field number 200 instead of 1.
    let bytes: [UInt8] = [0xC2, 0x0C] + unknown.dropFirst()
    var request = try Interaction_V1_SimulateRequest(serializedBytes: bytes)
    request.level = 1
    return request
  }

  @Test("a request of 1 MiB, sixteen windows of a call, arrives whole")
  func upload() async throws {
    try await RoutedClient.with({ $0.simulation.requestBytes = 2 << 20 }) { client in
      for _ in 0 ..< 3 {
        let response: Simulated = try await client.call(
          Self.simulate, try Self.simulation(of: 1 << 20))
        #expect(!response.experienceDigest.isEmpty)
      }
    }
  }

  @Test("several of them at once share the connection's window")
  func uploads() async throws {
    let errors = try await RoutedClient.with { client in
      try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0 ..< 8 {
          group.addTask {
            let error = await #expect(throws: RPCError.self) {
              let _: Simulated = try await client.call(
                Self.simulate, try Self.simulation(of: 1 << 20))
            }
            return error?.message
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    // The engine rejects them for their length, which is exact to the byte.
    #expect(errors.count == 8)
    #expect(
      errors.allSatisfy {
        $0 == "request has 1048583 bytes; at most 1048576 are allowed; send a smaller request"
      })
  }

  @Test("one beyond the limit of the server is refused before it has come whole")
  func tooLong() async throws {
    try await RoutedClient.with { client in
      let error = await #expect(throws: RPCError.self) {
        let _: Simulated = try await client.call(
          Self.simulate, try Self.simulation(of: 5 << 20))
      }
      #expect(error?.code == .resourceExhausted)
      #expect(error?.message.contains("at most 4194304 are allowed") == true)
    }
  }
}
