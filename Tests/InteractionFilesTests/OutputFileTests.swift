import Foundation
import InteractionFiles
import Testing

@Suite("Files that are to be written")
struct OutputFileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test("One that can be written has no obstacle, and is not made")
  func good() throws {
    try self.withFolder { folder in
      let file = OutputFile("\(folder)/new.json")
      #expect(file.writeError == nil)
      #expect(!FileManager.default.fileExists(atPath: file.path))
      try file.write(Data([1]))
      #expect(file.writeError == nil)
      #expect(OutputFile("/dev/stdout").writeError == nil)
    }
  }

  @Test("Obstacles are reported before anything is written")
  func bad() throws {
    try self.withFolder { folder in
      #expect(OutputFile(folder).writeError == "is a directory")
      #expect(OutputFile("\(folder)/a/b").writeError == "no such directory '\(folder)/a'")
      try Data().write(to: URL(fileURLWithPath: "\(folder)/file"))
      #expect(OutputFile("\(folder)/file/b").writeError == "'\(folder)/file' is not a directory")
    }
  }

  @Test("Errors of writing have the system's message")
  func words() throws {
    try self.withFolder { folder in
      for (path, words) in [
        (folder, "is a directory"), ("\(folder)/a/b", "no such file or directory"),
        ("/dev/full", "no space left on device"),
      ] {
        let error = #expect(throws: (any Error).self) { try OutputFile(path).write(Data([1])) }
        #expect(error.map { "\($0)" } == words)
      }
    }
  }
}
