package import Foundation
import InteractionFiles
import InteractionStream
import InteractionTrace
import Logging
import Synchronization

/// The policy for recording sessions.
@available(InteractionEngine 1.0, *)
package struct RecordingPolicy: Hashable, Sendable {
  /// The folder, with a file `SESSION.EPOCH.trace` per connection of a session.
  package var directory: URL
  /// The share of recorded sessions, 0 to 1; a session is recorded on all servers or on none.
  package var share = 1.0
  /// The maximum size of the folder, in bytes; the oldest files are deleted for new ones.
  package var budget = 1 << 30
  /// The maximum size of a file, in bytes; the rest of the session is not recorded.
  package var fileBudget = 16 << 20
  /// The maximum bytes of all recordings that wait for the disk; recordings beyond it end.
  package var unwrittenBytes = 64 << 20

  package init(directory: URL) {
    self.directory = directory
  }
}

/// A folder of recordings with a bounded size.
///
/// One executor makes all calls of the file system, so that a hanging disk blocks neither sessions
/// nor other tasks. Its backlog is bounded over all recordings.
@available(InteractionEngine 1.0, *)
final class Recordings: Sendable {
  struct State: Sendable {
    /// The complete files, oldest first.
    var files: [(url: URL, bytes: Int)] = []
    /// The names of existing files.
    var names: Set<String> = []
    /// The size of all files and unwritten bytes.
    var bytes = 0
    /// The unwritten bytes.
    var unwritten = 0
    /// The recordings in progress, by file.
    var unfinished: [URL: Recording] = [:]

    /// Adds bytes, and removes the oldest complete files as needed. Returns these, or nil if the
    /// budget is still exceeded.
    mutating func grow(by bytes: Int, within budget: Int) -> [URL]? {
      self.bytes += bytes
      var doomed: [URL] = []
      while self.bytes > budget, !self.files.isEmpty {
        let oldest = self.files.removeFirst()
        self.bytes -= oldest.bytes
        self.names.remove(oldest.url.lastPathComponent)
        doomed.append(oldest.url)
      }
      return self.bytes > budget && bytes > 0 ? nil : doomed
    }
  }

  /// The upper bound on the size counted for an existing file, in bytes.
  private static let largestFile = 1 << 40

  let policy: RecordingPolicy
  private let log: RateLimitedLog
  private let metrics: EngineMetrics
  let state: Mutex<State>
  let disk = FileExecutor(label: "recordings")

  /// - Throws: If the folder cannot be created or read.
  init(
    _ policy: RecordingPolicy, log: RateLimitedLog, metrics: EngineMetrics = EngineMetrics()
  ) throws {
    self.policy = policy
    self.log = log
    self.metrics = metrics
    do {
      try FileManager.default.createDirectory(
        at: policy.directory, withIntermediateDirectories: true)
    } catch {
      throw RecordingError(
        "--record is '\(policy.directory.path)'; cannot create the directory:"
          + " \(error.localizedDescription)")
    }
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let found = try FileManager.default.contentsOfDirectory(
      at: policy.directory, includingPropertiesForKeys: Array(keys))
    let files = found.filter { $0.pathExtension == "trace" }.map { file in
      let values = try? file.resourceValues(forKeys: keys)
      return (
        date: values?.contentModificationDate ?? .distantPast, url: file,
        // A sparse file can report any size.
        bytes: min(values?.fileSize ?? 0, Self.largestFile)
      )
    }
    var state = State()
    state.files = files.sorted { $0.date < $1.date }.map { ($0.url, $0.bytes) }
    state.names = Set(files.map(\.url.lastPathComponent))
    state.bytes = files.reduce(0) { $0 + $1.bytes }
    self.state = Mutex(state)
  }

  /// Returns whether a session is recorded.
  func includes(_ session: String) -> Bool {
    if self.policy.share >= 1 { return true }
    // FNV-1a: the same on every server, unlike the standard library's hashes.
    let hash = session.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    // Mixed, so that IDs that differ only in their last letters differ in all bits.
    var mixed = hash
    for factor: UInt64 in [0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53] {
      mixed = (mixed ^ (mixed >> 33)) &* factor
    }
    return Double((mixed ^ (mixed >> 33)) >> 11) / Double(1 << 53) < self.policy.share
  }

  /// Starts a recording. A further one of the same session and epoch gets another file.
  ///
  /// - Throws: ``RecordingEndError/diskTooSlow`` if too many bytes wait for the disk.
  func begin(
    _ session: String, epoch: UInt64, _ header: Trace.Header, of watch: SessionWatch
  ) throws -> Recording {
    try self.state.withLock { state in
      guard state.unwritten <= self.policy.unwrittenBytes else {
        throw RecordingEndError.diskTooSlow
      }
      let file = self.policy.directory.freeFile("\(session).\(epoch)") { file in
        state.names.contains(file.lastPathComponent)
      }
      let recording = try Recording(file, header, of: watch)
      state.unfinished[file] = recording
      state.names.insert(file.lastPathComponent)
      state.unwritten += recording.bytes.taken
      return recording
    }
  }

  /// Writes the buffered bytes of a recording.
  func write(_ recording: Recording) async {
    let written = await self.disk.run { recording.write() }
    self.state.withLock { $0.unwritten -= written }
  }

  /// Writes the buffered bytes of every recording once a second, until the task is cancelled: an
  /// engine that is killed loses at most the last second.
  func writePeriodically() async {
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      for recording in self.state.withLock({ Array($0.unfinished.values) }) {
        await self.write(recording)
      }
    }
  }

  /// Records an event or a directive.
  ///
  /// - Throws: The error that ends the recording.
  func append(_ moment: SessionRecord, to recording: Recording) throws {
    let before = recording.bytes.taken
    let isDue = try recording.append(moment)
    let taken = recording.bytes.taken
    guard self.addBytes(taken - before),
      taken <= min(self.policy.fileBudget, self.policy.budget / 4)
    else { throw RecordingEndError.full }
    if isDue { Task { await self.write(recording) } }
    let unwritten = self.state.withLock { state in
      state.unwritten += taken - before
      return state.unwritten
    }
    guard unwritten <= self.policy.unwrittenBytes else { throw RecordingEndError.diskTooSlow }
  }

  /// Counts the growth of a file. Returns whether it may grow further.
  func addBytes(_ bytes: Int) -> Bool {
    let doomed = self.state.withLock { $0.grow(by: bytes, within: self.policy.budget) }
    if let doomed, !doomed.isEmpty {
      Task(executorPreference: self.disk) {
        for file in doomed { try? FileManager.default.removeItem(at: file) }
      }
    }
    return doomed != nil
  }

  /// Finishes a recording.
  ///
  /// - Parameter problem: The error that made it incomplete; nil if it is complete.
  func finish(_ recording: Recording, because problem: (any Error)?) async {
    await self.write(recording)
    recording.end()
    if let problem = recording.failure ?? problem {
      self.logIncomplete(recording.url.lastPathComponent, problem)
    }
    let (taken, written) = recording.bytes
    self.state.withLock { state in
      state.unfinished[recording.url] = nil
      state.bytes -= taken - written
      if written > 0 {
        state.files.append((recording.url, written))
      } else {
        state.names.remove(recording.url.lastPathComponent)
      }
    }
    _ = self.addBytes(0)
  }

  /// Counts and logs an incomplete recording.
  func logIncomplete(_ name: String, _ problem: any Error) {
    self.metrics.countIncompleteRecording()
    let words = (problem as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
    self.log.log(
      "recording incomplete", level: .warning,
      ["file": "\(name)", "problem": "\(words ?? "\(problem)")"])
  }

  /// Waits until every recording is complete, for at most `limit`.
  func wait(atMost limit: Duration) async {
    let end = ContinuousClock.now + limit
    while self.state.withLock({ !$0.unfinished.isEmpty }), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}

@available(InteractionEngine 1.0, *)
extension URL {
  /// Returns an unused file of this folder: `name.trace`, or with a number after the name, found by
  /// binary search, since a client may open a session any number of times.
  fileprivate func freeFile(_ name: String, isTaken: (URL) -> Bool) -> URL {
    func file(_ number: Int) -> URL {
      self.appendingPathComponent(number == 1 ? "\(name).trace" : "\(name)-\(number).trace")
    }
    var (taken, free) = (0, 1)
    // The bound is only reached if someone has planted that many files.
    while isTaken(file(free)), free < 1 << 40 { (taken, free) = (free, free * 2) }
    if free >= 1 << 40 { return file(.random(in: free ... 2 * free)) }
    while free - taken > 1 {
      let middle = (taken + free) / 2
      if isTaken(file(middle)) { taken = middle } else { free = middle }
    }
    return file(free)
  }
}

/// The reason for which a recording ends before its session.
@available(InteractionEngine 1.0, *)
enum RecordingEndError: Error, CustomStringConvertible {
  case diskTooSlow
  case full

  var description: String {
    switch self {
    case .diskTooSlow: "the disk is too slow: the queue of unwritten bytes is full"
    case .full: "the size limit of the file or of the directory is reached"
    }
  }
}

/// The error of a folder that cannot hold recordings.
@available(InteractionEngine 1.0, *)
struct RecordingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
