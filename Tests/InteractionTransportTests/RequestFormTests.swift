import NIOCore
import NIOEmbedded
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("Requests that are malformed, and concern their stream alone (RFC 9113 §8)")
struct RequestFormTests {
  private static let usual: [(String, String)] = [
    (":method", "POST"), (":scheme", "http"), (":path", "/a/b"), (":authority", "c"),
    ("content-type", "application/grpc"), ("te", "trailers"),
  ]

  /// Returns HEADERS with literals that are not indexed, so that the dynamic table stays empty.
  private static func headers(
    _ fields: [(String, String)], stream: UInt32 = 1, endsRequest: Bool = false
  ) -> ByteBuffer {
    var writer = HeaderWriter()
    var frames = ByteBuffer()
    frames.writeHeaders(
      writer.block(HPACKHeaders(fields)), of: stream, endsStream: endsRequest)
    return frames
  }

  /// Returns whether a request begins a call; if not, checks that its stream alone is reset.
  private func begins(_ fields: [(String, String)], endsRequest: Bool = false) throws -> Bool {
    let client = try HTTP2Client()
    try client.send(Self.headers(fields, endsRequest: endsRequest))
    let begins = client.recording(1) != nil
    #expect(try client.failures() == (begins ? [] : [.stream(1, .protocolError)]))
    try client.send(Self.headers(Self.usual, stream: 3))
    #expect(client.recording(3) != nil)
    return begins
  }

  private func usual(_ name: String, _ value: String?) -> [(String, String)] {
    Self.usual.filter { $0.0 != name } + (value.map { [(name, $0)] } ?? [])
  }

  @Test(
    "fields: names, values, and those of a connection (§8.2)",
    arguments: [
      ("x", "", true), ("x", "a b\tc", true), ("x", "\u{80}", true),
      ("x!#$%&'*+-.^_`|~9", "a", true),
      ("X", "a", false), ("x y", "a", false), ("x\u{7F}", "a", false), ("x\u{E9}", "a", false),
      ("x:y", "a", false), ("x", "a\0", false), ("x", "a\nb", false), ("x", "a\rb", false),
      ("x", " a", false), ("x", "a ", false), ("x", "\ta", false), ("x", "a\t", false),
      ("connection", "close", false), ("keep-alive", "1", false), ("upgrade", "a", false),
      ("proxy-connection", "a", false), ("transfer-encoding", "chunked", false),
      ("te", "trailers", true), ("te", "gzip", false), ("te", "trailers, gzip", false),
    ])
  func fields(name: String, value: String, isRight: Bool) throws {
    #expect(try self.begins(self.usual(name, value)) == isRight)
    // The same in trailers, except for `te`.
    guard name != "te" else { return }
    let client = try HTTP2Client()
    try client.send(Self.headers(Self.usual))
    let call = client.recording(1)
    try client.send(Self.headers([(name, value)], endsRequest: true))
    #expect(try client.failures() == (isRight ? [] : [.stream(1, .protocolError)]))
    #expect(call?.hasRequest == isRight)
  }

  @Test("pseudo-headers: all, each once, known, and before the fields (§8.3)")
  func pseudoHeaders() throws {
    #expect(try self.begins(Self.usual))
    #expect(try self.begins(self.usual(":authority", nil)))
    for name in [":method", ":scheme", ":path"] {
      #expect(try !self.begins(self.usual(name, nil)))
      #expect(try !self.begins(self.usual(name, "a")), "\(name) comes last")
    }
    for (name, value) in Self.usual.prefix(4) {
      #expect(try !self.begins([(name, value)] + Self.usual), "\(name) twice")
    }
    for name in [":status", ":protocol", ":", ":Path"] {
      #expect(try !self.begins([(name, "200")] + Self.usual))
    }
    #expect(try !self.begins([(":path", "")] + self.usual(":path", nil)))
  }

  @Test(
    "trailers end a request, and have no pseudo-headers (§8.1)",
    arguments: [
      ([("a", "b")], true, true), ([], true, true), ([("a", "b")], false, false),
      ([(":path", "/a")], true, false), ([("a", "b"), (":status", "200")], true, false),
    ])
  func trailers(fields: [(String, String)], endsRequest: Bool, isRight: Bool) throws {
    let client = try HTTP2Client()
    try client.send(Self.headers(Self.usual))
    let call = try #require(client.recording(1))
    try client.send(Frames.frame(type: 0, stream: 1, payload: [1, 2]))
    try client.send(Self.headers(fields, endsRequest: endsRequest))
    #expect(try client.failures() == (isRight ? [] : [.stream(1, .protocolError)]))
    #expect(call.hasRequest == isRight)
    #expect(call.bytes == [1, 2])
  }

  /// The sizes of the DATA frames of a request, and whether trailers end it.
  @Test(
    "content-length is the sum of DATA without padding, to the byte (§8.1.1)",
    arguments: [
      ("0", [], true), ("0", [0], true), ("3", [3], true), ("3", [1, 2], true),
      ("3", [1, 2, 0], true), ("1", [], false), ("0", [1], false), ("3", [2], false),
      ("3", [4], false), ("3", [2, 2], false), ("3", [1, 1], false),
    ] as [(String, [Int], Bool)], [false, true])
  func length(request: (String, [Int], Bool), hasTrailers: Bool) throws {
    let (text, frames, isRight) = request
    let client = try HTTP2Client()
    let isWhole = frames.isEmpty && !hasTrailers
    try client.send(
      Self.headers(self.usual("content-length", text), endsRequest: isWhole))
    for (index, count) in frames.enumerated() {
      let isLast = index == frames.count - 1 && !hasTrailers
      let payload = [2] + Array(repeating: 7, count: count) + [0, 0] as [UInt8]
      try client.send(
        Frames.frame(type: 0, flags: isLast ? 9 : 8, stream: 1, payload: payload))
    }
    if hasTrailers { try client.send(Self.headers([("a", "b")], endsRequest: true)) }
    #expect(try client.failures() == (isRight ? [] : [.stream(1, .protocolError)]))
    #expect((client.recording(1) != nil) == isRight)
    #expect(client.channel.isActive)
  }

  @Test(
    "a content-length that is no number, or two, is none (RFC 9110 §8.6)",
    arguments: [
      ["x"], [""], ["-1"], ["+1"], ["1.0"], ["1 "], ["\u{661}"], ["1", "2"],
      ["99999999999999999999"],
    ])
  func noLength(texts: [String]) throws {
    #expect(try !self.begins(Self.usual + texts.map { ("content-length", $0) }))
    #expect(try self.begins(Self.usual + [("content-length", "7"), ("content-length", "7")]))
  }

  @Test("a field without a name concerns its stream alone, in each state of that")
  func nameless() throws {
    let client = try HTTP2Client()
    try client.send(Frames.call(1), Frames.call(3), Frames.call(5, flags: 5), Frames.call(7))
    client.recording(3)?.end(isPatient: true)
    client.recording(5)?.end()
    _ = try client.failures()
    let block: [UInt8] = [0, 0, 1, 0x61]
    func send(_ stream: UInt32) throws {
      try client.send(Frames.frame(type: 1, flags: 5, stream: stream, payload: block))
    }
    // A request, its trailers, and trailers that may have been in flight.
    try send(9)
    #expect(try client.failures() == [.stream(9, .protocolError)])
    try send(1)
    #expect(try client.failures() == [.stream(1, .protocolError)])
    try send(3)
    #expect(try client.failures() == [])
    #expect(client.recording(7) != nil && client.channel.isActive)
    try send(5)
    #expect(try client.failures() == [.connection(.streamClosed, last: 9)])
  }

  @Test("requests that are malformed have the budget of those that are given up")
  func manyMalformed() throws {
    var limits = ConnectionLimits()
    limits.earlyResets = TokenBucketLimit(perSecond: 1, burst: 2)
    let client = try HTTP2Client(limits)
    for number in 0 ..< UInt32(3) {
      try client.send(Self.headers([], stream: 2 * number + 1, endsRequest: true))
    }
    #expect(
      try client.failures() == [
        .stream(1, .protocolError), .stream(3, .protocolError),
        .connection(.enhanceYourCalm, last: 5),
      ])
  }
}
