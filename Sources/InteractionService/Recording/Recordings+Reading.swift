import Foundation
import InteractionFiles
import Synchronization

/// Reading of recordings, also while they are written.
@available(InteractionEngine 1.0, *)
extension Recordings {
  /// A recording, and its size when it was requested.
  struct RecordingSnapshot: Sendable {
    let file: URL
    let bytes: Int
  }

  /// The maximum size of a part, in bytes, which bounds the memory of a slow reader. A multiple of
  /// 3, so that parts in base64 can be concatenated.
  static let partBytes = 48 << 10

  /// Returns the recording of a session up to now; nil if there is none.
  ///
  /// - Parameter epoch: The epoch of the client's connection; 0 for the newest recorded one.
  func find(_ session: String, epoch: UInt64) async -> RecordingSnapshot? {
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
      await recording.waitForPending()
      await self.write(recording)
      bytes = recording.bytes.written
    }
    return bytes > 0 ? RecordingSnapshot(file: file, bytes: bytes) : nil
  }

  /// Returns up to ``partBytes`` bytes of a recording from byte `offset` on.
  ///
  /// - Throws: The error of reading the file, which may have been deleted for newer ones.
  func read(_ found: RecordingSnapshot, from offset: Int) async throws -> Data {
    let count = min(Self.partBytes, found.bytes - offset)
    return try await self.disk.run {
      let file = try FileHandle(forReadingFrom: found.file)
      defer { try? file.close() }
      try file.seek(toOffset: UInt64(offset))
      return try file.read(upToCount: count) ?? Data()
    }
  }

  /// Parses the connection of a file `SESSION.EPOCH.trace` or `SESSION.EPOCH-COUNT.trace`; nil if
  /// it belongs to another session.
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
