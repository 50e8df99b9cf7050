import InteractionService
import Logging
import NIOCore
import NIOEmbedded
import NIOHPACK

@testable import InteractionTransport

/// A server's connection in virtual time, as its client sees it.
struct EmbeddedConnection {
  let handler: ConnectionHandler
  let channel: EmbeddedChannel

  /// - Parameter begin: Serves a call.
  init(
    _ limits: ConnectionLimits = ConnectionLimits(),
    begin: @escaping (CallRequest, UInt32, ConnectionHandler) -> Void
  ) throws {
    let loop = EmbeddedEventLoop()
    self.handler = ConnectionHandler(
      limits: limits, services: ConnectionServices(begin: begin), now: { loop.now })
    self.channel = EmbeddedChannel(handler: self.handler, loop: loop)
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try self.channel.writeInbound(Frames.opening)
    _ = try self.written()
  }

  var isActive: Bool { self.channel.isActive }

  // MARK: The client

  func send(_ frame: ByteBuffer) throws {
    try self.channel.writeInbound(frame)
  }

  /// Sends the HEADERS of a request.
  func call(
    _ path: String, on stream: UInt32 = 1, isWhole: Bool = false, _ more: HPACKHeaders = [:]
  ) throws {
    try self.send(Self.request(path, on: stream, isWhole: isWhole, more))
  }

  /// The HEADERS of a request.
  static func request(
    _ path: String, on stream: UInt32 = 1, isWhole: Bool = false, _ more: HPACKHeaders = [:]
  ) -> ByteBuffer {
    var headers: HPACKHeaders = [
      ":method": "POST", ":scheme": "http", ":path": path, ":authority": "a",
      "content-type": "application/grpc", "te": "trailers",
    ]
    headers.add(contentsOf: more)
    var writer = HeaderWriter()
    var frames = ByteBuffer()
    frames.writeHeaders(writer.block(headers), of: stream, endsStream: isWhole)
    return frames
  }

  /// Sends DATA.
  func send(_ bytes: [UInt8] = [], on stream: UInt32 = 1, isLast: Bool = false) throws {
    try self.send(
      Frames.frame(type: 0, flags: isLast ? 1 : 0, stream: stream, payload: bytes))
  }

  /// Sends a RST_STREAM.
  func reset(_ stream: UInt32 = 1) throws {
    try self.send(Frames.reset(stream))
  }

  func widen(_ stream: UInt32, by increment: Int) throws {
    try self.send(Frames.windowUpdate(of: stream, by: increment))
  }

  /// Sends the SETTINGS_INITIAL_WINDOW_SIZE of the client, of at most 255 bytes.
  func setInitialWindow(_ bytes: UInt8) throws {
    try self.send(Frames.frame(type: 4, payload: [0, 4, 0, 0, 0, bytes]))
    _ = try self.written()
  }

  /// Lets seconds pass in which the client sends nothing but PINGs: it is still there.
  func wait(_ seconds: Int64) throws {
    for _ in 0 ..< seconds {
      self.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      try self.channel.writeInbound(Frames.ping)
    }
  }

  // MARK: The server

  /// What has been written since the test last asked.
  func written() throws -> WrittenFrames {
    try WrittenFrames(self.channel.writtenFrames)
  }
}

/// Frames of a server without PINGs, SETTINGS and WINDOW_UPDATEs.
struct WrittenFrames {
  /// A word for each frame.
  private(set) var words: [String] = []
  /// The newest header block.
  private(set) var headers: HPACKHeaders = [:]
  /// The payloads of DATA.
  private(set) var data = ByteBuffer()
  /// The sum of the increments by stream.
  private(set) var room: [UInt32: Int] = [:]

  init(_ frames: [ByteBuffer]) throws {
    var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
    for frame in frames {
      guard let header = FrameHeader(at: frame.readerIndex, in: frame) else { continue }
      var payload = frame
      payload.moveReaderIndex(forwardBy: FrameHeader.length)
      let end = header.endsStream ? ", end" : ""
      switch header.kind {
      case FrameHeader.Kind.headers:
        self.words.append("headers\(end)")
        self.headers = try decoder.decodeHeaders(from: &payload)
      case FrameHeader.Kind.data:
        self.words.append("data\(end)")
        self.data.writeImmutableBuffer(payload)
      case FrameHeader.Kind.reset:
        self.words.append("reset \(payload.readInteger(as: UInt32.self) ?? 0)")
      case FrameHeader.Kind.goAway: self.words.append("go away")
      case FrameHeader.Kind.windowUpdate:
        self.room[header.stream, default: 0] += payload.increment ?? 0
      default: break
      }
    }
  }

  var status: String? { self.headers.first(name: "grpc-status") }

  var message: String? { self.headers.first(name: "grpc-message") }
}

extension EmbeddedConnection {
  /// A connection of an engine that serves `Interact` alone.
  static func ofEngine() throws -> EmbeddedConnection {
    let engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    return try EmbeddedConnection { InteractStream.begin($0, on: $1, of: $2, engine) }
  }

  /// Begins a call of `Interact`.
  func interact(_ stream: UInt32 = 1, timeout: String? = nil) throws {
    try self.call(
      InteractStream.path, on: stream,
      timeout.map { HPACKHeaders([("grpc-timeout", $0)]) } ?? [:])
  }
}
