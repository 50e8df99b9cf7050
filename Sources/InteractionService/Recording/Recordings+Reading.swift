import Foundation
import InteractionFiles
import Synchronization

/// Recordings as operators read them, while others are written.
@available(InteractionEngine 1.0, *)
extension Recordings {
  /// A recording, and how much of it there was when it was asked for.
  struct Found: Sendable {
    let file: URL
    let bytes: Int
  }

  /// How much is read at once, bytes: no reader that is slow holds more than that. It is a multiple
  /// of 3, so that parts in base64 can be put one behind the other.
  static let partBytes = 48 << 10

  /// What is recorded of a session until now; nil if nothing is.
  ///
  /// - Parameter epoch: On which of the client's connections; 0 for the newest that is recorded.
  func find(_ session: String, epoch: UInt64) async -> Found? {
    let (files, unfinished) = self.state.withLock { ($0.files, $0.unfinished) }
    let connections = (files.map { $0.url } + unfinished.keys).compactMap { file in
      Self.connection(of: file, in: session).map { (file: file, number: $0) }
    }
    let newest =
      connections
      .filter { epoch == 0 || $0.number.epoch == epoch }
      .max { $0.number < $1.number }
    guard let file = newest?.file else { return nil }
    var bytes = files.first { $0.url == file }?.bytes ?? 0
    if let recording = unfinished[file] {
      await recording.catchUp()
      await self.write(recording)
      bytes = recording.bytes.written
    }
    return bytes > 0 ? Found(file: file, bytes: bytes) : nil
  }

  /// The bytes of a recording that follow the first `offset`, ``partBytes`` at most.
  ///
  /// - Throws: Why the file cannot be read; it may have made room for others.
  func read(_ found: Found, from offset: Int) async throws -> Data {
    let count = min(Self.partBytes, found.bytes - offset)
    return try await self.disk.run {
      let file = try FileHandle(forReadingFrom: found.file)
      defer { try? file.close() }
      try file.seek(toOffset: UInt64(offset))
      return try file.read(upToCount: count) ?? Data()
    }
  }

  /// Which connection a file `SESSION.EPOCH.trace` or `SESSION.EPOCH-COUNT.trace` is of; nil if it
  /// is another session's.
  private static func connection(
    of file: URL, in session: String
  ) -> (epoch: UInt64, count: UInt64)? {
    let name = file.deletingPathExtension().lastPathComponent
    guard let dot = name.lastIndex(of: "."), name[..<dot] == session else { return nil }
    let numbers = name[name.index(after: dot)...].split(separator: "-").compactMap { UInt64($0) }
    guard let epoch = numbers.first else { return nil }
    return (epoch, numbers.count > 1 ? numbers[1] : 1)
  }
}
