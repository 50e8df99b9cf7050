import GRPCCore
import InteractionService
import InteractionWire
import NIOCore
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("A call as its headers ask for it")
struct CallRequestTests {
  private static let usual: HPACKHeaders = [
    ":method": "POST", ":scheme": "http", ":path": InteractStream.path,
    "content-type": "application/grpc", "te": "trailers",
  ]

  /// - Parameter value: Nil removes the header.
  private func request(_ name: String, _ value: String?) -> CallRequest {
    var headers = Self.usual
    headers.remove(name: name)
    if let value { headers.add(name: name, value: value) }
    return CallRequest(headers)
  }

  @Test(
    "valid gRPC requests are served",
    arguments: [
      ("te", "trailers"), ("content-type", "application/grpc+proto"), (":scheme", "https"),
      ("grpc-encoding", nil), ("grpc-encoding", "identity"), ("grpc-accept-encoding", "gzip"),
      ("user-agent", "grpc-go/1.60 (Linux; x_64)"), (":path", "/a.b.Service/Method"),
      ("content-length", "7"),
    ] as [(String, String?)])
  func served(name: String, value: String?) {
    #expect(self.request(name, value).refusal == nil)
  }

  @Test(
    "others are refused: by HTTP for a wrong content type, else with a status",
    arguments: [
      ("content-type", nil, "415", nil), ("content-type", "application/grpc+json", "415", nil),
      ("content-type", "application/grpc-web", "415", nil),
      ("content-type", "text/html", "415", nil),
      (":method", "GET", "200", "3"), (":method", "PUT", "200", "3"),
      (":scheme", "ftp", "200", "3"),
      ("grpc-encoding", "gzip", "200", "12"), ("grpc-encoding", "", "200", "12"),
      (":path", "/", "200", "12"), (":path", "/Service", "200", "12"),
      (":path", "//Method", "200", "12"),
      (":path", "/Service/", "200", "12"), (":path", "/Service/Method/", "200", "12"),
      (":path", "a/Service/Method", "200", "12"), (":path", "Service/Method", "200", "12"),
      (":path", "*", "200", "12"),
    ] as [(String, String?, String, String?)])
  func refused(name: String, value: String?, http: String, status: String?) throws {
    let refusal = try #require(self.request(name, value).refusal)
    #expect(refusal.first(name: ":status") == http)
    #expect(refusal.first(name: "grpc-status") == status)
    guard status != nil else { return }
    #expect(refusal.first(name: "content-type") == "application/grpc")
    #expect(refusal.first(name: "grpc-message")?.contains(name) == true)
  }

  @Test("a client that compresses is told what it may do instead")
  func encoding() throws {
    let refusal = try #require(self.request("grpc-encoding", "gzip").refusal)
    #expect(refusal.first(name: "grpc-accept-encoding") == "identity")
    #expect(
      refusal.first(name: "grpc-message")
        == "grpc-encoding 'gzip' is not supported; use identity")
  }

  @Test("a refusal repeats no more than a part of what was sent")
  func long() throws {
    let text = String(repeating: "a", count: 10_000)
    for name in [":path", "grpc-encoding"] {
      let refusal = try #require(self.request(name, text).refusal)
      let message = try #require(refusal.first(name: "grpc-message"))
      #expect(message.contains("aaa") && message.count < 300)
    }
  }

  @Test("service and method are those of the path")
  func method() {
    let method = self.request(":path", "/a.b.Service/Method").method
    #expect(method == MethodDescriptor(fullyQualifiedService: "a.b.Service", method: "Method"))
  }

  @Test(
    "grpc-timeout is read; what makes no sense is none, and does not reach the router",
    arguments: [
      ("2H", .hours(2)), ("3M", .minutes(3)), ("4S", .seconds(4)), ("5m", .milliseconds(5)),
      ("6u", .microseconds(6)), ("99999999n", .nanoseconds(99_999_999)),
      ("99999999H", .nanoseconds(.max)), ("+5S", nil), ("S", nil), ("", nil),
      ("-1S", nil), ("123456789S", nil), ("1s", nil), ("1.5S", nil), ("٣S", nil),
    ] as [(String, TimeAmount?)])
  func timeouts(text: String, expected: TimeAmount?) {
    let request = self.request("grpc-timeout", text)
    #expect(request.timeout == expected)
    let passed = Array(request.metadata[stringValues: "grpc-timeout"])
    #expect(passed == (expected == nil ? [] : [text]))
  }

  @Test("metadata is everything but pseudo-headers, in order, and binary values decoded")
  func metadata() {
    var headers = Self.usual
    headers.add(name: "key", value: "a")
    headers.add(name: "key", value: "b")
    headers.add(name: "key-bin", value: "AQI=")
    let metadata = CallRequest(headers).metadata
    #expect(metadata.allSatisfy { !$0.key.hasPrefix(":") })
    #expect(Array(metadata[stringValues: "key"]) == ["a", "b"])
    #expect(Array(metadata[binaryValues: "key-bin"]) == [[1, 2]])
    #expect(Array(metadata[stringValues: "te"]) == ["trailers"])
  }

  @Test("the trace ID of the caller")
  func trace() {
    let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    #expect(self.request("traceparent", header).trace?.text == "0af7651916cd43dd8448eb211c80319c")
    #expect(self.request("traceparent", "00").trace == nil)
  }

  @Test("every authorization, and the routing key")
  func authorization() {
    var headers = Self.usual
    headers.add(name: "authorization", value: "Bearer a")
    headers.add(name: "authorization", value: "Bearer b")
    headers.add(name: RoutingKey.header, value: "ann")
    #expect(CallRequest(headers).authorization == ["Bearer a", "Bearer b"])
    #expect(CallRequest(headers).routingKey == "ann")
    #expect(CallRequest(Self.usual).routingKey == nil)
  }
}
