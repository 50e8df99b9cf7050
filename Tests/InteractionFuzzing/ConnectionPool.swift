import InteractionTransport
import NIOCore
import NIOEmbedded
import NIOHPACK

/// Reads `bytes` as a client's bytes after the preface: at once, and in pieces of the first byte's
/// length. Both must result in the same calls, and the response must consist of whole frames.
package func fuzzConnection(_ bytes: [UInt8]) throws {
  guard let first = bytes.first else { return }
  let rest = Array(bytes.dropFirst())
  let whole = try ConnectionRun(rest, pieces: max(rest.count, 1))
  let cut = try ConnectionRun(rest, pieces: 1 + Int(first % 64))
  try demand(
    whole.events == cut.events, "\(cut.events) in pieces, and at once \(whole.events)")
}

/// A connection in simulated time, and the events of its calls.
private struct ConnectionRun {
  let events: [String]
  /// The maximum response size per received byte: an empty frame is rejected with one of 13 bytes,
  /// and short headers are answered with trailers.
  private static let answerPerByte = 40
  private static let longestGreeting = 4 << 10

  /// Unlimited budgets, since time passes between the pieces.
  private static var limits: ConnectionLimits {
    var limits = ConnectionLimits()
    let budgets: [WritableKeyPath<ConnectionLimits, TokenBucketLimit>] = [
      \.pings, \.unreadResponses, \.windowUpdates, \.streamWindowUpdates, \.lateData, \.lateResets,
      \.closedFrames, \.earlyResets, \.otherFrames,
    ]
    for budget in budgets {
      limits[keyPath: budget] = TokenBucketLimit(perSecond: 1_000_000, burst: 1 << 40)
    }
    return limits
  }

  init(_ bytes: [UInt8], pieces: Int) throws {
    let loop = EmbeddedEventLoop()
    let record = Record()
    let handler = ConnectionHandler(
      limits: Self.limits,
      services: ConnectionServices(begin: { request, stream, connection in
        record.add("\(stream) begins \(request.path)")
        connection.register(EchoCall(connection, stream, record), on: stream)
      }),
      scheduler: FairScheduler(now: { loop.now }), now: { loop.now })
    let channel = EmbeddedChannel(handler: handler, loop: loop)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try channel.writeInbound(FrameHeader.preface)
    for start in stride(from: 0, to: bytes.count, by: pieces) where channel.isActive {
      try channel.writeInbound(
        ByteBuffer(bytes: bytes[start ..< min(start + pieces, bytes.count)]))
      // Lets other handlers run.
      loop.advanceTime(by: .microseconds(100))
    }
    self.events = record.perStream
    try Self.check(channel, answering: bytes.count)
    _ = try? channel.finish(acceptAlreadyClosed: true)
  }

  /// Checks that the output consists of whole frames, and is proportional to the input.
  private static func check(_ channel: EmbeddedChannel, answering count: Int) throws {
    var written = ByteBuffer()
    while let part = try channel.readOutbound(as: ByteBuffer.self) {
      written.writeImmutableBuffer(part)
    }
    try demand(
      written.readableBytes <= Self.longestGreeting + Self.answerPerByte * count,
      "\(written.readableBytes) bytes answer \(count)")
    while written.readableBytes > 0 {
      guard let header = FrameHeader(at: written.readerIndex, in: written),
        written.readSlice(length: header.length) != nil
      else { throw Finding("a part of a frame was written") }
    }
  }
}

/// The events of a connection's calls, independent of the pieces.
private final class Record {
  private var data: [UInt32: [UInt8]] = [:]
  private var words: [String] = []

  func add(_ word: String) { self.words.append(word) }

  func add(_ bytes: ByteBuffer, of stream: UInt32) {
    self.data[stream, default: []] += bytes.readableBytesView
  }

  var perStream: [String] {
    self.words + self.data.sorted { $0.key < $1.key }.map { "\($0.key) has \($0.value)" }
  }
}

/// A call that echoes its request.
private final class EchoCall: ConnectionCall {
  private let connection: ConnectionHandler
  private let stream: UInt32
  private let record: Record
  private var unsent = ByteBuffer()

  init(_ connection: ConnectionHandler, _ stream: UInt32, _ record: Record) {
    self.connection = connection
    self.stream = stream
    self.record = record
  }

  func receiveData(_ bytes: ByteBuffer) {
    self.record.add(bytes, of: self.stream)
    self.unsent.writeImmutableBuffer(bytes)
    self.resumeSending()
  }

  func receiveEndStream() {
    self.record.add("\(self.stream) has ended")
    self.unsent = ByteBuffer()
    self.connection.end(stream: self.stream, with: ["grpc-status": "0"])
  }

  func resumeSending() {
    self.unsent = self.connection.send(self.unsent, on: self.stream)
  }

  func receiveReset() {
    self.record.add("\(self.stream) is reset")
    self.connection.callEnded(stream: self.stream)
  }

  func fail(_ code: HTTP2ErrorCode) {
    self.record.add("\(self.stream) fails: \(code)")
    self.connection.callFailed(stream: self.stream)
    self.connection.reset(stream: self.stream, code)
  }

  func quiesce() {}

  func connectionLost() {}
}
