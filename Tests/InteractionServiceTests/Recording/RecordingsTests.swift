import Foundation
import InteractionCore
import InteractionExperience
import InteractionStream
import InteractionTrace
import InteractionWire
import Logging
import Synchronization
import Testing

@testable import InteractionService

@Suite("Recordings")
struct RecordingsTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("recordings-\(UUID().uuidString)")
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func recordings(unwrittenBytes: Int = 64 << 20) throws -> Recordings {
    var policy = RecordingPolicy(directory: self.folder)
    policy.unwrittenBytes = unwrittenBytes
    let log = RateLimitedLog("lines", logger: self.logger, clock: ServerClock())
    return try Recordings(policy, log: log)
  }

  private func header() throws -> Trace.Header {
    let experience = try #require(try BuiltInExperiences.named("home-refined"))
    var header = Trace.Header(
      experience: experience.name, digest: experience.digest, surface: .phone)
    header.definition = experience.definition
    return header
  }

  /// The number of this process's open files in the folder.
  private var descriptors: Int {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return all.count { name in
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      return file?.contains(self.folder.lastPathComponent) == true
    }
  }

  @Test("many that are open hold no descriptor, and all are on the disk before they end")
  func descriptors() async throws {
    defer { try? FileManager.default.removeItem(at: self.folder) }
    let recordings = try self.recordings()
    var open: [Recording] = []
    for number in 0 ..< 500 {
      let recording = try recordings.begin(
        "s\(number)", epoch: 1, try self.header(), of: SessionWatch())
      _ = try recording.append(.event(InteractionEvent(time: .zero, kind: .tick)))
      await recordings.write(recording)
      open.append(recording)
    }
    #expect(self.descriptors <= 1)
    for recording in open {
      #expect(try Trace(file: recording.url).steps.count == 1)
      await recordings.finish(recording, because: nil)
    }
  }

  @Test("once a second what waits is written")
  func everySecond() async throws {
    defer { try? FileManager.default.removeItem(at: self.folder) }
    let recordings = try self.recordings()
    let recording = try recordings.begin(
      "open", epoch: 1, try self.header(), of: SessionWatch())
    _ = try recording.append(.event(InteractionEvent(time: .zero, kind: .tick)))
    let writing = Task { await recordings.writePeriodically() }
    while recording.bytes.written == 0 { try await Task.sleep(for: .milliseconds(10)) }
    writing.cancel()
    await writing.value
    #expect(try Trace(file: recording.url).steps.count == 1)
  }

  @Test("a failed recording leaves no file, and reports its error")
  func fullDisk() async throws {
    let recordings = try self.recordings()
    let recording = try recordings.begin(
      "lost", epoch: 1, try self.header(), of: SessionWatch())
    // The folder is removed, since a full disk cannot be simulated without privileges.
    try FileManager.default.removeItem(at: self.folder)
    await recordings.write(recording)
    #expect(throws: POSIXError(.ENOENT)) {
      try recording.append(.event(InteractionEvent(time: .zero, kind: .tick)))
    }
    #expect(recording.failure != nil && recording.bytes.written == 0)
    await recordings.finish(recording, because: nil)
    #expect(!FileManager.default.fileExists(atPath: recording.url.path))
  }

  @Test("a disk that hangs ends recordings once too much waits, and takes the rest when it is back")
  func hangingDisk() async throws {
    defer { try? FileManager.default.removeItem(at: self.folder) }
    let recordings = try self.recordings(unwrittenBytes: 256 << 10)
    let recording = try recordings.begin(
      "slow", epoch: 1, try self.header(), of: SessionWatch())
    let hang = DispatchSemaphore(value: 0)
    Task(executorPreference: recordings.disk) { Self.wait(for: hang) }
    let tap = InteractionEvent(time: .zero, kind: .tapTab(index: 1))
    var taken = 0
    #expect(throws: RecordingEndError.diskTooSlow) {
      while taken < 100_000 {
        try recordings.append(.event(tap), to: recording)
        taken += 1
      }
    }
    #expect(throws: RecordingEndError.diskTooSlow) {
      _ = try recordings.begin("next", epoch: 1, try self.header(), of: SessionWatch())
    }
    hang.signal()
    await recordings.finish(recording, because: RecordingEndError.diskTooSlow)
    #expect(try Trace(file: recording.url).steps.count == taken + 1)
    while recordings.state.withLock({ $0.unwritten }) != 0 { await Task.yield() }
  }

  private static func wait(for hang: DispatchSemaphore) { hang.wait() }

  @Test("a recording carries its experience, in both forms, and answers as that does")
  func experience() throws {
    let header = try self.header()
    let trace = Trace(
      header: header, events: [InteractionEvent(time: .zero, kind: .tapTab(index: 1))])
    for read in [try Trace(binary: try trace.binary), try Trace(text: trace.text)] {
      #expect(read.header.definition == header.definition)
      let definition = try #require(read.header.definition)
      let known = try #require(try BuiltInExperiences.named("home-refined"))
      let answers = read.recorded(with: try Experience(definition)).directives
      #expect(!answers.isEmpty && answers == read.recorded(with: known).directives)
    }
  }
}
