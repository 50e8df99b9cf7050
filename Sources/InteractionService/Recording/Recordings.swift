package import Foundation
import InteractionFiles
import InteractionStream
import InteractionTrace
import Logging
import Synchronization

/// Which sessions are recorded, and where to.
@available(InteractionEngine 1.0, *)
package struct RecordingPolicy: Hashable, Sendable {
  /// The folder; each connection of a session becomes a file `SESSION.EPOCH.trace` in it.
  package var directory: URL
  /// Which part of the sessions is recorded, 0 to 1; a session is recorded on all servers or on
  /// none.
  package var share = 1.0
  /// How large the folder may become, bytes: the oldest files make room for new ones.
  package var budget = 1 << 30
  /// How large one file may become, bytes; the rest of the session is left out.
  package var fileBudget = 16 << 20
  /// The most bytes of all recordings that wait for the disk; more end them.
  package var unwrittenBytes = 64 << 20

  package init(directory: URL) {
    self.directory = directory
  }
}

/// A folder of recorded sessions that never outgrows its budget.
///
/// One executor does all calls of the file system, so that a disk that hangs blocks neither
/// sessions nor other tasks. What it has not written yet is bounded for all recordings together.
@available(InteractionEngine 1.0, *)
final class Recordings: Sendable {
  struct State: Sendable {
    /// Finished files, the oldest first.
    var files: [(url: URL, bytes: Int)] = []
    /// Names of files that exist.
    var names: Set<String> = []
    /// Bytes of all files, and of what is still to be written.
    var bytes = 0
    /// Bytes that are still to be written.
    var unwritten = 0
    /// What is being written, by its file.
    var unfinished: [URL: Recording] = [:]

    /// Adds bytes; the oldest finished files make room. Returns them, or nil if there is no room
    /// even without them.
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

  /// Bytes: the largest budget.
  private static let largestFile = 1 << 40

  let policy: RecordingPolicy
  private let log: RateLimitedLog
  private let metrics: EngineMetrics
  let state: Mutex<State>
  let disk = FileExecutor(label: "recordings")

  /// - Throws: If the folder cannot be made or read.
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
      throw RecordingError("\(policy.directory.path): no such folder can be made")
    }
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let found = try FileManager.default.contentsOfDirectory(
      at: policy.directory, includingPropertiesForKeys: Array(keys))
    let files = found.filter { $0.pathExtension == "trace" }.map { file in
      let values = try? file.resourceValues(forKeys: keys)
      return (
        date: values?.contentModificationDate ?? .distantPast, url: file,
        // Sparse files claim any size.
        bytes: min(values?.fileSize ?? 0, Self.largestFile)
      )
    }
    var state = State()
    state.files = files.sorted { $0.date < $1.date }.map { ($0.url, $0.bytes) }
    state.names = Set(files.map(\.url.lastPathComponent))
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
    // Names that differ in their last letters only are to differ in all bits.
    var mixed = hash
    for factor: UInt64 in [0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53] {
      mixed = (mixed ^ (mixed >> 33)) &* factor
    }
    return Double((mixed ^ (mixed >> 33)) >> 11) / Double(1 << 53) < self.policy.share
  }

  /// Begins the file for one connection of a session; one of the same name and number has another.
  ///
  /// - Throws: ``RecordingEnd/behind`` if too much waits for the disk.
  func begin(
    _ session: String, epoch: UInt64, _ header: Trace.Header, of watch: SessionWatch
  ) throws -> Recording {
    try self.state.withLock { state in
      guard state.unwritten <= self.policy.unwrittenBytes else { throw RecordingEnd.behind }
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

  /// Writes what waits of a recording.
  func write(_ recording: Recording) async {
    let written = await self.disk.run { recording.write() }
    self.state.withLock { $0.unwritten -= written }
  }

  /// Writes what waits of every recording, once a second, until the task is cancelled: an engine
  /// that is killed loses the last second only.
  func keepWriting() async {
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      for recording in self.state.withLock({ Array($0.unfinished.values) }) {
        await self.write(recording)
      }
    }
  }

  /// Takes down what happened, and has it written if much waits.
  ///
  /// - Throws: Why the recording ends.
  func append(_ moment: SessionMoment, to recording: Recording) throws {
    let before = recording.bytes.taken
    let isDue = try recording.append(moment)
    let taken = recording.bytes.taken
    guard self.grew(by: taken - before),
      taken <= min(self.policy.fileBudget, self.policy.budget / 4)
    else { throw RecordingEnd.full }
    if isDue { Task { await self.write(recording) } }
    let unwritten = self.state.withLock { state in
      state.unwritten += taken - before
      return state.unwritten
    }
    guard unwritten <= self.policy.unwrittenBytes else { throw RecordingEnd.behind }
  }

  /// A file has grown. Returns whether it may grow further.
  func grew(by bytes: Int) -> Bool {
    let doomed = self.state.withLock { $0.grow(by: bytes, within: self.policy.budget) }
    if let doomed, !doomed.isEmpty {
      Task(executorPreference: self.disk) {
        for file in doomed { try? FileManager.default.removeItem(at: file) }
      }
    }
    return doomed != nil
  }

  /// A recording has come to its end, or what came after is missing for this reason.
  func finish(_ recording: Recording, because problem: (any Error)?) async {
    await self.write(recording)
    recording.end()
    if let problem = recording.failure ?? problem {
      self.tellIncomplete(recording.url.lastPathComponent, problem)
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
    _ = self.grew(by: 0)
  }

  /// A recording, or the whole of it, is missing something.
  func tellIncomplete(_ name: String, _ problem: any Error) {
    self.metrics.countIncompleteRecording()
    let words = (problem as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
    self.log.log(
      "recording incomplete", level: .warning,
      ["file": "\(name)", "problem": "\(words ?? "\(problem)")"])
  }

  /// Waits until every file is complete, though not for ever.
  func wait(atMost limit: Duration) async {
    let end = ContinuousClock.now + limit
    while self.state.withLock({ !$0.unfinished.isEmpty }), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}

@available(InteractionEngine 1.0, *)
extension URL {
  /// A file of this folder that is not taken: `name.trace`, or one with a number behind the name.
  /// Numbers are looked for by halves, since a client may open a session without end.
  fileprivate func freeFile(_ name: String, isTaken: (URL) -> Bool) -> URL {
    func file(_ number: Int) -> URL {
      self.appendingPathComponent(number == 1 ? "\(name).trace" : "\(name)-\(number).trace")
    }
    var (taken, free) = (0, 1)
    // Nobody has so many; what looks so was made.
    while isTaken(file(free)), free < 1 << 40 { (taken, free) = (free, free * 2) }
    if free >= 1 << 40 { return file(.random(in: free ... 2 * free)) }
    while free - taken > 1 {
      let middle = (taken + free) / 2
      if isTaken(file(middle)) { taken = middle } else { free = middle }
    }
    return file(free)
  }
}

/// Why a recording ends before its session.
@available(InteractionEngine 1.0, *)
enum RecordingEnd: Error, CustomStringConvertible {
  case behind
  case full

  var description: String {
    switch self {
    case .behind: "the disk is too slow: too much waits to be written"
    case .full: "the file, or the folder, has reached its limit"
    }
  }
}

/// Why nothing can be recorded.
@available(InteractionEngine 1.0, *)
struct RecordingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
