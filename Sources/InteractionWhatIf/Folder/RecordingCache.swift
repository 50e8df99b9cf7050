import Foundation
import InteractionTrace
import Synchronization

/// The recordings of a folder, each decoded once and kept in memory.
@available(InteractionEngine 1.0, *)
package final class RecordingCache: Sendable {
  /// The maximum number of recordings in memory.
  static let maximumCount = 2_000
  /// The maximum size of the recordings in memory, as estimated.
  static let maximumBytes = 512 << 20

  private struct Entry {
    let fingerprint: RecordingFile.Fingerprint
    let result: Result<DecodedRecording, UnusableRecording>
    var bytes: Int { (try? self.result.get().bytes) ?? 0 }
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var bytes = 0
    /// True once a recording did not fit, until another one is removed.
    var isFull = false

    mutating func remove(_ name: String) {
      guard let entry = self.entries.removeValue(forKey: name) else { return }
      self.bytes -= entry.bytes
      self.isFull = false
    }
  }

  /// The path of the folder.
  package let folder: String
  private let maximumCount: Int
  private let maximumBytes: Int
  private let known = KnownVersions()
  private let state = Mutex(State())

  package init(
    folder: String, maximumCount: Int = RecordingCache.maximumCount,
    maximumBytes: Int = RecordingCache.maximumBytes
  ) {
    self.folder = folder
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
  }

  /// Returns the files in the folder, by path. Removes recordings from memory whose file is gone.
  func files() -> [RecordingFile] {
    let files = RecordingFile.all(in: self.folder)
    let names = Set(files.map(\.name))
    self.state.withLock { state in
      for name in Array(state.entries.keys) where !names.contains(name) { state.remove(name) }
    }
    return files
  }

  /// Returns a recording, which is read if its file has changed.
  func recording(in file: RecordingFile) throws(UnusableRecording) -> DecodedRecording {
    let fingerprint = try file.fingerprint.get()
    let known = self.state.withLock { state -> Result<DecodedRecording, UnusableRecording>? in
      guard let entry = state.entries[file.name] else {
        return state.isFull ? .failure(.beyondMemory) : nil
      }
      if entry.fingerprint == fingerprint { return entry.result }
      state.remove(file.name)
      return nil
    }
    if let known { return try known.get() }
    let result = Result { () throws(UnusableRecording) in
      try self.decode(file, bytes: fingerprint.bytes)
    }
    let entry = Entry(fingerprint: fingerprint, result: result)
    let isKept = self.state.withLock { state in
      state.remove(file.name)
      guard state.entries.count < self.maximumCount,
        state.bytes + entry.bytes <= self.maximumBytes
      else {
        state.isFull = true
        return false
      }
      state.entries[file.name] = entry
      state.bytes += entry.bytes
      return true
    }
    guard isKept else { throw .beyondMemory }
    return try result.get()
  }

  private func decode(
    _ file: RecordingFile, bytes: Int
  ) throws(UnusableRecording) -> DecodedRecording {
    guard bytes <= Trace.maximumBytes,
      let trace = try? Trace(file: URL(fileURLWithPath: file.path))
    else { throw .unreadable }
    return try DecodedRecording(trace, recorded: self.known.version(of: trace))
  }
}
