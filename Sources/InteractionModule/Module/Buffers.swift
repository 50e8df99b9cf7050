import InteractionCore
import InteractionWire
import SwiftProtobuf

/// The buffers through which the page and the module exchange bytes.
enum Buffers {
  nonisolated(unsafe) private static var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  nonisolated(unsafe) private static var result: [UInt8] = []

  static func reserve(_ length: Int) -> UInt32 {
    precondition(length >= 0)
    if length > self.room.count {
      self.room.deallocate()
      self.room = .allocate(byteCount: max(length, 4_096), alignment: 16)
      // The caller would write to address 0.
      precondition(self.room.baseAddress != nil)
    }
    return UInt32(UInt(bitPattern: self.room.baseAddress))
  }

  /// Returns the first bytes of the input.
  static func input(_ length: Int32) -> [UInt8] {
    Array(self.room.prefix(max(Int(length), 0)))
  }

  static var outputAddress: UInt32 {
    self.result.withUnsafeBytes { UInt32(UInt(bitPattern: $0.baseAddress)) }
  }

  static func write(_ bytes: [UInt8]) -> Int32 {
    self.result = bytes
    return Int32(bytes.count)
  }
}

extension Proto.ExperienceDefinition {
  /// Decodes a definition.
  init(encoded bytes: [UInt8]) throws(ExperienceError) {
    guard let definition = try? Self(serializedBytes: bytes) else {
      throw ExperienceError(violations: [
        Violation(field: "", problem: "is not an \(Self.protoMessageName)")
      ])
    }
    self = definition
  }
}
