import Foundation
import InteractionCore
import InteractionExperience
import InteractionTrace
import InteractionWire
import Logging
import Testing

@testable import InteractionService

@Suite("Recordings")
struct RecordingsTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("recordings-\(UUID().uuidString)")
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func recordings() throws -> Recordings {
    try Recordings(RecordingPolicy(directory: self.folder), logger: self.logger)
  }

  private func header() throws -> Trace.Header {
    let experience = try #require(try BuiltInExperiences.named("home-refined"))
    var header = Trace.Header(
      experience: experience.name, digest: experience.digest, environment: .phone)
    header.definition = experience.definition
    return header
  }

  /// How many descriptors of this process are of files in the folder. Other tests have others.
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
        "s\(number)", epoch: 1, try self.header(), given: SessionWatchers.Tally())
      _ = try recording.append(.event(Event(time: .zero, kind: .tick)))
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
      "open", epoch: 1, try self.header(), given: SessionWatchers.Tally())
    _ = try recording.append(.event(Event(time: .zero, kind: .tick)))
    let writing = Task { await recordings.keepWriting() }
    while recording.bytes.written == 0 { try await Task.sleep(for: .milliseconds(10)) }
    writing.cancel()
    await writing.value
    #expect(try Trace(file: recording.url).steps.count == 1)
  }

  @Test("what the disk does not take leaves no file behind, and is told")
  func fullDisk() async throws {
    let recordings = try self.recordings()
    let recording = try recordings.begin(
      "lost", epoch: 1, try self.header(), given: SessionWatchers.Tally())
    // The folder is gone: what is full cannot be had without privileges.
    try FileManager.default.removeItem(at: self.folder)
    await recordings.write(recording)
    #expect(throws: POSIXError(.ENOENT)) {
      try recording.append(.event(Event(time: .zero, kind: .tick)))
    }
    #expect(recording.failure != nil && recording.bytes.written == 0)
    await recordings.finish(recording, because: nil)
    #expect(!FileManager.default.fileExists(atPath: recording.url.path))
  }

  @Test("a recording carries its experience, in both forms, and answers as that does")
  func experience() throws {
    let header = try self.header()
    let trace = Trace(header: header, events: [Event(time: .zero, kind: .tapTab(index: 1))])
    for read in [try Trace(binary: try trace.binary), try Trace(text: trace.text)] {
      #expect(read.header.definition == header.definition)
      let definition = try #require(read.header.definition)
      let known = try #require(try BuiltInExperiences.named("home-refined"))
      let answers = read.recorded(with: try Experience(definition)).directives
      #expect(!answers.isEmpty && answers == read.recorded(with: known).directives)
    }
  }
}
