import Foundation
import GRPCCore
import GRPCProtobuf
import InteractionChaos
import InteractionClient
import NIOCore
import NIOHPACK
import NIOPosix
import SwiftProtobuf
import Testing

@testable import InteractionLoad

@Suite("Outcomes of calls")
struct CallOutcomeTests {
  @Test("Trailers: the status, or the reason and the retry delay")
  func trailers() throws {
    #expect(CallOutcome(trailers: ["grpc-status": "0"]) == .ok)
    let plain = CallOutcome(trailers: ["grpc-status": "14", "grpc-message": "going%20away"])
    #expect((plain.code, plain.cause) == (.unavailable, "unavailable"))
    #expect(plain.message == "going away")
    #expect(CallOutcome(trailers: [:]).code == .unknown)

    let status = GoogleRPCStatus(
      code: .resourceExhausted, message: "full",
      details: [
        .errorInfo(reason: "OVERLOADED", domain: "interaction.v1"),
        .retryInfo(delay: .milliseconds(1_500)),
      ])
    let bytes: [UInt8] = try status.serializedBytes()
    let base64 = Data(bytes).base64EncodedString()
    for text in [base64, base64.trimmingCharacters(in: ["="])] {
      let end = CallOutcome(
        trailers: [
          "grpc-status": "8", "grpc-message": "full", "grpc-status-details-bin": text,
        ])
      #expect((end.code, end.cause) == (.resourceExhausted, "OVERLOADED"))
      #expect(end.retryDelay == .milliseconds(1_500))
    }
    let broken = CallOutcome(trailers: ["grpc-status": "8", "grpc-status-details-bin": "%%%"])
    #expect(broken.cause == "resourceExhausted")
  }

  @Test(
    "The wait that a server asks for is held between nothing and an hour",
    arguments: [
      // RetryInfo with 2^63 - 1 s and -2^63 s, and nanoseconds out of range.
      ("ChAI//////////9/EP////8H", Duration.seconds(3_600)),
      ("ChYIgICAgICAgICAARCAgICA+P////8B", .zero),
    ])
  func delays(retryInfo: String, delay: Duration) throws {
    let value = try #require(Data(base64Encoded: retryInfo))
    let any = Google_Protobuf_Any.with {
      $0.typeURL = "type.googleapis.com/google.rpc.RetryInfo"
      $0.value = value
    }
    // google.rpc.Status, whose field 3 is `details`.
    let bytes = try any.serializedBytes() as [UInt8]
    let status = [0x08, 0x0E, 0x1A, UInt8(bytes.count)] + bytes
    let end = CallOutcome(
      trailers: [
        "grpc-status": "14", "grpc-status-details-bin": Data(status).base64EncodedString(),
      ])
    #expect(end.retryDelay == delay)
  }

  @Test("A server's message and reason are one line each, without escapes")
  func escapes() throws {
    let status = GoogleRPCStatus(
      code: .unavailable, message: "", details: [.errorInfo(reason: "\u{1B}[2J", domain: "")])
    let bytes: [UInt8] = try status.serializedBytes()
    let end = CallOutcome(
      trailers: [
        "grpc-status": "14", "grpc-message": "%1B%5B2Jkept%0A",
        "grpc-status-details-bin": Data(bytes).base64EncodedString(),
      ])
    #expect(end.message == #"\u{1b}[2Jkept\u{a}"#)
    #expect(end.cause == #"\u{1b}[2J"#)
  }

  @Test("Failed connections have one message per cause")
  func problems() async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    func problem(_ host: String, _ port: Int) async -> String? {
      do {
        _ = try await LoadConnection.open(
          to: LoadEndpoint(host: host, port: port), on: group.next())
        return nil
      } catch {
        return "\(error)"
      }
    }
    func webSocketProblem(_ port: Int) async -> String? {
      do {
        _ = try await WebSocketConnection.open(
          "127.0.0.1", port, path: "/v1/interact", protocols: [], on: group, patience: .seconds(3)
        ) { _ in }
        return nil
      } catch {
        return "\(NetworkError(error))"
      }
    }
    #expect(await webSocketProblem(1) == "connection refused")
    // A server that accepts connections, and sends nothing.
    let silent = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(silent.localAddress?.port)
    #expect(await webSocketProblem(port) == "the server refused the WebSocket handshake")
    try await silent.close()
    #expect(await problem("127.0.0.1", 1) == "connection refused")
    #expect(await problem("host.invalid", 1) == "unknown host 'host.invalid'")
    #expect(
      NetworkError(ChannelError.connectTimeout(.seconds(5))).description
        == "the connection timed out")
    #expect(
      NetworkError(IOError(errnoCode: ECONNRESET, reason: "read")).description
        == "connection reset by peer")
  }
}
