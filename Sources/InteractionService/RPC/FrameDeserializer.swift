import GRPCCore
import InteractionCore
import InteractionWire
import SwiftProtobuf

/// Decodes what carries request frames, within the stream's own size limit.
struct FrameDeserializer<Carrier: SwiftProtobuf.Message>: MessageDeserializer {
  let maximumBytes: Int

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Carrier {
    try bytes.withUnsafeBytes { try self.read($0) }
  }

  func read(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> Carrier {
    guard bytes.count <= self.maximumBytes else {
      throw StreamError(frameOf: bytes.count, atMost: self.maximumBytes)
    }
    do {
      return try Carrier(serializedBytes: bytes.bytes)
    } catch {
      throw StreamError(
        malformed: Violation(
          field: "frame", problem: "is not an \(Carrier.protoMessageName) message"))
    }
  }
}

extension StreamError {
  /// A frame of more bytes than are accepted.
  package init(frameOf bytes: Int, atMost maximum: Int) {
    self.init(
      .frameTooLarge, "the frame has \(bytes) bytes; at most \(maximum) are accepted",
      metadata: ["max_frame_bytes": "\(maximum)"])
  }
}
