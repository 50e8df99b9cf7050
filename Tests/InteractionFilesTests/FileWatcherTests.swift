import Foundation
import Testing

@testable import InteractionFiles

@Suite("Files are watched", .timeLimit(.minutes(1)))
struct FileWatcherTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("watch-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
  }

  private func file(_ name: String) -> URL { self.folder.appendingPathComponent(name) }

  /// Watches with file events only, without polling, and waits for a text.
  private func waitFor(
    _ text: String, in file: URL, _ watch: FileWatcher, after change: () throws -> Void
  ) async throws {
    var changes = watch.changes().makeAsyncIterator()
    _ = await changes.next()
    try change()
    repeat {
      #expect(await changes.next() != nil)
    } while (try? String(contentsOf: file, encoding: .utf8)) != text
  }

  #if os(Linux)
    @Test("a file that is written anew, replaced, or made")
    func plain() async throws {
      defer { try? FileManager.default.removeItem(at: self.folder) }
      let file = self.file("a")
      let watch = FileWatcher(files: [file], every: .seconds(3_600))
      try await self.waitFor("one", in: file, watch) {
        try "one".write(to: file, atomically: false, encoding: .utf8)
      }
      try await self.waitFor("two", in: file, watch) {
        try "two".write(to: file, atomically: true, encoding: .utf8)
      }
      try await self.waitFor("three", in: file, watch) {
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: Data("three".utf8))
        try handle.close()
      }
    }

    @Test("a link that is swapped, as Kubernetes does it, and then what it leads to")
    func swappedLink() async throws {
      defer { try? FileManager.default.removeItem(at: self.folder) }
      let manager = FileManager.default
      for (name, text) in [("v1", "one"), ("v2", "two")] {
        try manager.createDirectory(at: self.file(name), withIntermediateDirectories: true)
        let file = self.file(name).appendingPathComponent("a")
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
      try manager.createSymbolicLink(atPath: self.file("data").path, withDestinationPath: "v1")
      try manager.createSymbolicLink(atPath: self.file("a").path, withDestinationPath: "data/a")
      let watch = FileWatcher(files: [self.file("a")], every: .seconds(3_600))
      try await self.waitFor("two", in: self.file("a"), watch) {
        try manager.createSymbolicLink(atPath: self.file("next").path, withDestinationPath: "v2")
        #expect(rename(self.file("next").path, self.file("data").path) == 0)
      }
      try await self.waitFor("three", in: self.file("a"), watch) {
        try "three".write(
          to: self.file("v2").appendingPathComponent("a"), atomically: true, encoding: .utf8)
      }
    }

    @Test("a file of a folder")
    func inFolder() async throws {
      defer { try? FileManager.default.removeItem(at: self.folder) }
      let watch = FileWatcher(folder: self.folder, every: .seconds(3_600))
      try await self.waitFor("one", in: self.file("new"), watch) {
        try "one".write(to: self.file("new"), atomically: true, encoding: .utf8)
      }
    }
  #endif

  @Test("without notifications of the kernel it polls")
  func polling() async throws {
    defer { try? FileManager.default.removeItem(at: self.folder) }
    let watch = FileWatcher(files: [self.file("none/a")], every: .milliseconds(1))
    var changes = watch.changes().makeAsyncIterator()
    for _ in 0 ..< 3 { #expect(await changes.next() != nil) }
  }

  @Test("it ends with its task, and leaves no descriptor behind")
  func end() async throws {
    defer { try? FileManager.default.removeItem(at: self.folder) }
    let before = self.descriptors
    for _ in 0 ..< 300 {
      let (looks, look) = AsyncStream<Void>.makeStream()
      let watch = FileWatcher(files: [self.file("a")])
      let watching = Task { await watch.run { look.yield() } }
      for await _ in looks { break }
      watching.cancel()
      await watching.value
    }
    // They are closed asynchronously on queues; other tests have a few open.
    while self.descriptors > before + 20 { try await Task.sleep(for: .milliseconds(10)) }
  }

  private var descriptors: Int {
    let folder = "/proc/self/fd"
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.count {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
      return target == "anon_inode:inotify"
    }
  }
}
