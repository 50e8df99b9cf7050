import GRPCCore
import InteractionTransport
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Calls that grpc-swift's router serves, over HTTP/2", .timeLimit(.minutes(2)))
struct RoutedCallTests {
  private typealias Health = Grpc_Health_V1_HealthCheckResponse
  private typealias Question = Grpc_Reflection_V1_ServerReflectionRequest
  private typealias Answer = Grpc_Reflection_V1_ServerReflectionResponse

  private static let watch = "grpc.health.v1.Health/Watch"

  /// Makes a call that fails. Returns the error; nil if it succeeded.
  private func failure(
    of method: String, _ request: some Message, _ metadata: Metadata = [:], on client: RoutedClient
  ) async -> RPCError? {
    await #expect(throws: RPCError.self) {
      let _: Google_Protobuf_Empty = try await client.call(method, request, metadata)
    }
  }

  @Test("a unary call")
  func unary() async throws {
    try await RoutedClient.with { client in
      let health: Health = try await client.call(
        "grpc.health.v1.Health/Check", Grpc_Health_V1_HealthCheckRequest())
      #expect(health.status == .serving)
    }
  }

  @Test("200 unary calls at once on one connection")
  func parallel() async throws {
    try await RoutedClient.with { client in
      try await withThrowingTaskGroup(of: Health.self) { group in
        for _ in 0 ..< 200 {
          group.addTask {
            try await client.call(
              "grpc.health.v1.Health/Check", Grpc_Health_V1_HealthCheckRequest())
          }
        }
        var served = 0
        for try await health in group where health.status == .serving { served += 1 }
        #expect(served == 200)
      }
    }
  }

  /// The server waits for its handlers: one that was not cancelled would block the test.
  @Test("a stream that its client cancels, more often than a connection may have of them")
  func cancelled() async throws {
    try await RoutedClient.with { client in
      for _ in 0 ..< 2 * HealthState.watchersPerConnection {
        let first = try await client.stream(Self.watch) { writer in
          try await writer.write(Grpc_Health_V1_HealthCheckRequest())
        } read: { (response: StreamingClientResponse<Health>) in
          var messages = response.messages.makeAsyncIterator()
          return try await messages.next()
        }
        #expect(first?.status == .serving)
      }
    }
  }

  /// A call that was not cancelled would block the server and the test.
  @Test("a stream that waits, when the server ends")
  func serverEnds() async throws {
    let (ports, port) = AsyncStream<Int>.makeStream()
    let (watches, watch) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await RoutedClient.host().withLoopbackListener { number in
          port.yield(number)
          port.finish()
          for await _ in watches { return }
        }
      }
      for await number in ports {
        group.addTask {
          try? await RoutedClient.connect(to: number) { client in
            try await client.stream(Self.watch) { writer in
              try await writer.write(Grpc_Health_V1_HealthCheckRequest())
            } read: { (response: StreamingClientResponse<Health>) in
              for try await _ in response.messages { watch.yield() }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("several requests and responses in turns on one call")
  func turns() async throws {
    let questions: [Question] = [
      .with { $0.listServices = "" },
      .with { $0.fileContainingSymbol = "interaction.v1.InteractionService" },
      .with { $0.fileContainingSymbol = "a.Nothing" },
    ]
    let answers = try await RoutedClient.with { client in
      let (turns, turn) = AsyncStream<Void>.makeStream()
      turn.yield()
      return try await client.stream("grpc.reflection.v1.ServerReflection/ServerReflectionInfo") {
        var turns = turns.makeAsyncIterator()
        for question in questions {
          _ = await turns.next()
          try await $0.write(question)
        }
      } read: { (response: StreamingClientResponse<Answer>) in
        var answers: [Answer] = []
        for try await answer in response.messages {
          answers.append(answer)
          turn.yield()
        }
        return answers
      }
    }
    try #require(answers.count == 3)
    #expect(
      answers[0].listServicesResponse.service.map(\.name)
        .contains("interaction.v1.InteractionService"))
    #expect(!answers[1].fileDescriptorResponse.fileDescriptorProto.isEmpty)
    #expect(answers[2].errorResponse.errorCode == Int32(Status.Code.notFound.rawValue))
    #expect(answers.map(\.originalRequest) == questions)
  }

  @Test("a method that no service has is UNIMPLEMENTED")
  func unknown() async throws {
    try await RoutedClient.with { client in
      for method in ["grpc.health.v1.Health/Nothing", "a.Service/Method"] {
        let error = await self.failure(of: method, Google_Protobuf_Empty(), on: client)
        #expect(error?.code == .unimplemented)
      }
    }
  }

  @Test("a deadline that passes is DEADLINE_EXCEEDED, said by the server")
  func deadline() async throws {
    try await RoutedClient.with { client in
      let (count, code) = try await client.stream(Self.watch, ["grpc-timeout": "50m"]) { writer in
        try await writer.write(Grpc_Health_V1_HealthCheckRequest())
      } read: { (response: StreamingClientResponse<Health>) in
        var count = 0
        do {
          for try await _ in response.messages { count += 1 }
          return (count, RPCError.Code?.none)
        } catch let error as RPCError {
          return (count, error.code)
        }
      }
      #expect(count == 1)
      #expect(code == .deadlineExceeded)
    }
  }
}
