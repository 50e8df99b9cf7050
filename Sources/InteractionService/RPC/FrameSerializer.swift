import GRPCCore

/// Passes on response frames, which are encoded already.
@available(InteractionEngine 1.0, *)
struct FrameSerializer: MessageSerializer {
  func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes {
    Bytes(message)
  }
}
