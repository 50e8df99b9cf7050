import GRPCCore
import InteractionCore
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// Reads the request frames of `Interact`, within the stream's own size limit.
@available(InteractionEngine 1.0, *)
struct FrameDeserializer: MessageDeserializer {
  let maximumBytes: Int

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> RequestFrame {
    try bytes.withUnsafeBytes { try RequestFrame($0, atMost: self.maximumBytes) }
  }
}

/// Decodes what carries a request frame in a call of its own, within the same limit.
@available(InteractionEngine 1.0, *)
struct CarrierDeserializer<Carrier: SwiftProtobuf.Message>: MessageDeserializer {
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
  /// Reads a client's frame of at most so many bytes.
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
  /// A frame of more bytes than are accepted.
  package init(frameOf bytes: Int, atMost maximum: Int) {
    self.init(
      .frameTooLarge, "the frame has \(bytes) bytes; at most \(maximum) are accepted",
      metadata: ["max_frame_bytes": "\(maximum)"])
  }
}
