import InteractionService
import NIOCore
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("Which calls are served on the event loop")
struct InteractCallTests {
  private static let usual: HPACKHeaders = [
    ":method": "POST", ":scheme": "http", ":path": InteractCall.path,
    "content-type": "application/grpc", "te": "trailers",
  ]

  private func call(_ name: String, _ value: String?) -> InteractCall? {
    var headers = Self.usual
    headers.remove(name: name)
    if let value { headers.add(name: name, value: value) }
    return InteractCall(headers)
  }

  @Test("Interact, as gRPC is by default")
  func usual() {
    #expect(InteractCall(Self.usual) != nil)
    #expect(self.call("content-type", "application/grpc+proto") != nil)
    #expect(self.call("grpc-encoding", "identity") != nil)
    #expect(self.call("grpc-accept-encoding", "gzip") != nil)
    #expect(self.call("user-agent", "grpc-go/1.60 (Linux; x_64)") != nil)
    #expect(self.call(":authority", nil) != nil)
  }

  @Test(
    "and nothing else",
    arguments: [
      (":path", "/interaction.v1.InteractionService/Subscribe"), (":path", nil),
      (":method", "GET"), (":scheme", "ftp"), ("content-type", nil),
      ("content-type", "application/grpc+json"), ("content-type", "application/grpc-web"),
      ("grpc-encoding", "gzip"), ("content-length", "7"),
      // What breaks a rule of HTTP/2 (RFC 9113 §8.2, §8.3).
      ("te", "gzip"), ("connection", "close"), ("Upper", "a"), ("a b", "a"), ("", "a"),
      ("a", "b\r\nc: d"), ("a", "\0"), (":authority", "late"), (":other", "a"),
    ] as [(String, String?)])
  func unusual(name: String, value: String?) {
    #expect(self.call(name, value) == nil)
  }

  @Test("a pseudo-header may come once", arguments: [":method", ":scheme", ":path", ":authority"])
  func twice(name: String) {
    var headers: HPACKHeaders = [":authority": "a"]
    headers.add(contentsOf: Self.usual)
    #expect(InteractCall(headers) != nil)
    var doubled: HPACKHeaders = [name: headers.first(name: name) ?? ""]
    doubled.add(contentsOf: headers)
    #expect(InteractCall(doubled) == nil)
  }

  @Test(
    "grpc-timeout is read; what makes no sense is none",
    arguments: [
      ("2H", .hours(2)), ("3M", .minutes(3)), ("4S", .seconds(4)), ("5m", .milliseconds(5)),
      ("6u", .microseconds(6)), ("99999999n", .nanoseconds(99_999_999)),
      ("99999999H", .nanoseconds(.max)), ("+5S", nil), ("S", nil), ("", nil),
      ("-1S", nil), ("123456789S", nil), ("1s", nil), ("1.5S", nil), ("٣S", nil),
    ] as [(String, TimeAmount?)])
  func timeouts(text: String, expected: TimeAmount?) {
    #expect(self.call("grpc-timeout", text)?.timeout == expected)
    // grpc-swift would trap at some that make no sense.
    var headers = Self.usual
    headers.add(name: "grpc-timeout", value: text)
    let kept = headers.withoutSenselessTimeout.contains(name: "grpc-timeout")
    #expect(kept == (expected != nil))
  }

  @Test("the trace that the call is part of")
  func trace() {
    let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let trace = self.call("traceparent", header)?.trace
    #expect(trace?.text == "0af7651916cd43dd8448eb211c80319c")
    let none = self.call("traceparent", "00")
    #expect(none != nil && none?.trace == nil)
  }

  @Test("every authorization is seen")
  func authorization() {
    var headers = Self.usual
    headers.add(name: "authorization", value: "Bearer a")
    headers.add(name: "authorization", value: "Bearer b")
    #expect(InteractCall(headers)?.authorization == ["Bearer a", "Bearer b"])
  }
}
