import InteractionService
import Logging
import NIOCore
import NIOHPACK

@testable import InteractionTransport

extension HTTP2Client {
  /// Sends the HEADERS of a request.
  func call(
    _ path: String, on stream: UInt32 = 1, isWhole: Bool = false, _ more: HPACKHeaders = [:]
  ) throws {
    try self.send(Self.request(path, on: stream, isWhole: isWhole, more))
  }

  /// Returns the HEADERS of a request.
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

  /// Sends RST_STREAM.
  func reset(_ stream: UInt32 = 1) throws {
    try self.send(Frames.reset(stream))
  }

  func widen(_ stream: UInt32, by increment: Int) throws {
    try self.send(Frames.windowUpdate(of: stream, by: increment))
  }

  /// Sends SETTINGS_INITIAL_WINDOW_SIZE, of at most 255 bytes.
  func setInitialWindow(_ bytes: UInt8) throws {
    try self.send(Frames.frame(type: 4, payload: [0, 4, 0, 0, 0, bytes]))
    _ = try self.written()
  }
}

extension HTTP2Client {
  /// Returns a client of an engine that serves `Interact` only.
  static func ofEngine() throws -> HTTP2Client {
    let engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let services = ConnectionServices { InteractStream.begin($0, on: $1, of: $2, engine) }
    return try HTTP2Client(services: services)
  }

  /// Begins a call of `Interact`.
  func interact(_ stream: UInt32 = 1, timeout: String? = nil) throws {
    try self.call(
      InteractStream.path, on: stream,
      timeout.map { HPACKHeaders([("grpc-timeout", $0)]) } ?? [:])
  }
}
