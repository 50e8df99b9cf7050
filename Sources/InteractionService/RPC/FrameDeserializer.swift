import GRPCCore
import InteractionCore
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// Decodes the request frames of `Interact`, up to the stream's maximum size.
@available(InteractionEngine 1.0, *)
struct FrameDeserializer: MessageDeserializer {
  let maximumBytes: Int

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> RequestFrame {
    try bytes.withUnsafeBytes { try RequestFrame($0, atMost: self.maximumBytes) }
  }
}

/// Decodes the request of a unary call that contains a frame, up to the same size.
@available(InteractionEngine 1.0, *)
struct FrameRequestDeserializer<Carrier: SwiftProtobuf.Message>: MessageDeserializer {
  let maximumBytes: Int

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Carrier {
    try bytes.withUnsafeBytes { bytes in
      try checkSize(of: bytes, atMost: self.maximumBytes)
      do {
        return try Carrier(serializedBytes: bytes.bytes)
      } catch {
        throw StreamError(
          malformed: Violation(
            field: "frame", problem: "is not an \(Carrier.protoMessageName) message"))
      }
    }
  }
}

@available(InteractionEngine 1.0, *)
extension RequestFrame {
  /// Decodes a frame of at most `maximum` bytes.
  ///
  /// - Throws: `FRAME_TOO_LARGE` or `MALFORMED_FRAME`.
  init(_ bytes: UnsafeRawBufferPointer, atMost maximum: Int) throws(StreamError) {
    try checkSize(of: bytes, atMost: maximum)
    do throws(Violation) {
      self = try RequestFrame(bytes: bytes)
    } catch {
      throw StreamError(malformed: error)
    }
  }
}

@available(InteractionEngine 1.0, *)
private func checkSize(
  of bytes: UnsafeRawBufferPointer, atMost maximum: Int
) throws(StreamError) {
  guard bytes.count <= maximum else { throw StreamError(frameOf: bytes.count, atMost: maximum) }
}

@available(InteractionEngine 1.0, *)
extension StreamError {
  /// Creates the error of a frame that exceeds the maximum size.
  package init(frameOf bytes: Int, atMost maximum: Int) {
    self.init(
      .frameTooLarge, "the frame has \(bytes) bytes; at most \(maximum) are allowed",
      metadata: ["max_frame_bytes": "\(maximum)"])
  }
}
