package import Foundation
import InteractionTrace
import Logging
import Synchronization

/// Which sessions are recorded, and where to.
package struct RecordingPolicy: Hashable, Sendable {
  /// The folder; each connection of a session becomes a file `SESSION.EPOCH.trace` in it.
  package var directory: URL
  /// Which part of the sessions is recorded, 0 to 1; a session is recorded on all servers or on none.
  package var share = 1.0
  /// How large the folder may become, bytes: the oldest files make room for new ones.
  package var budget = 1 << 30
  /// How large one file may become, bytes; the rest of the session is left out.
  package var fileBudget = 16 << 20

  package init(directory: URL) {
    self.directory = directory
  }
}

/// A folder of recorded sessions that never outgrows its budget.
final class Recordings: Sendable {
  private struct State: Sendable {
    /// Finished files, the oldest first.
    var files: [(url: URL, bytes: Int)] = []
    var bytes = 0
    /// How many files are being written.
    var unfinished = 0
  }

  let policy: RecordingPolicy
  let logger: Logger
  private let state: Mutex<State>

  /// - Throws: If the folder cannot be made or read.
  init(_ policy: RecordingPolicy, logger: Logger) throws {
    self.policy = policy
    self.logger = logger
    try FileManager.default.createDirectory(
      at: policy.directory, withIntermediateDirectories: true)
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let found = try FileManager.default.contentsOfDirectory(
      at: policy.directory, includingPropertiesForKeys: Array(keys))
    let files = found.filter { $0.pathExtension == "trace" }.map { file in
      let values = try? file.resourceValues(forKeys: keys)
      return (
        date: values?.contentModificationDate ?? .distantPast, url: file,
        bytes: values?.fileSize ?? 0
      )
    }
    var state = State()
    state.files = files.sorted { $0.date < $1.date }.map { ($0.url, $0.bytes) }
    state.bytes = files.reduce(0) { $0 + $1.bytes }
    self.state = Mutex(state)
  }

  /// Whether a session of that name is recorded.
  func includes(_ session: String) -> Bool {
    if self.policy.share >= 1 { return true }
    // FNV-1a: the same on every server, unlike the standard library's hashes.
    let hash = session.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return Double(hash >> 11) / Double(1 << 53) < self.policy.share
  }

  /// The file for one connection of a session.
  func file(for session: String, epoch: UInt64) -> URL {
    self.policy.directory.appendingPathComponent("\(session).\(epoch).trace")
  }

  /// A file is begun.
  func begun() {
    self.state.withLock { $0.unfinished += 1 }
  }

  /// Waits until every file is complete, though not for ever.
  func wait(atMost limit: Duration) async {
    let end = ContinuousClock.now + limit
    while self.state.withLock({ $0.unfinished > 0 }), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// A file is complete: the oldest ones make room for it.
  func finished(_ file: URL, bytes: Int) {
    let doomed = self.state.withLock { state -> [URL] in
      state.unfinished -= 1
      state.files.removeAll { known in
        guard known.url == file else { return false }
        state.bytes -= known.bytes
        return true
      }
      state.files.append((file, bytes))
      state.bytes += bytes
      var doomed: [URL] = []
      while state.bytes > self.policy.budget, !state.files.isEmpty {
        let oldest = state.files.removeFirst()
        state.bytes -= oldest.bytes
        doomed.append(oldest.url)
      }
      return doomed
    }
    for file in doomed { try? FileManager.default.removeItem(at: file) }
  }
}
