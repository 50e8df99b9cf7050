import Foundation
import InteractionFiles
import Testing

@Suite("Files that grow")
struct AppendOnlyFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("growing-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
  }

  @Test("bytes are appended to a file that only its owner can read")
  func appending() throws {
    defer { try? FileManager.default.removeItem(at: self.folder) }
    var file = AppendOnlyFile(self.folder.appendingPathComponent("a"))
    try file.append(Data("one".utf8))
    try file.append(Data(repeating: 0x2E, count: 1 << 20))
    #expect(file.bytes == 3 + 1 << 20)
    let found = try Data(contentsOf: file.url)
    #expect(found.prefix(4) == Data("one.".utf8) && found.count == file.bytes)
    let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test("a file that cannot be made is not there, and one that is there is left alone")
  func refused() throws {
    defer { try? FileManager.default.removeItem(at: self.folder) }
    var nowhere = AppendOnlyFile(self.folder.appendingPathComponent("none/a"))
    #expect(throws: POSIXError(.ENOENT)) { try nowhere.append(Data("a".utf8)) }
    let taken = self.folder.appendingPathComponent("taken")
    try Data("old".utf8).write(to: taken)
    var file = AppendOnlyFile(taken)
    #expect(throws: POSIXError(.EEXIST)) { try file.append(Data("a".utf8)) }
    #expect(try Data(contentsOf: taken) == Data("old".utf8))
  }

  @Test("a file that was removed does not come back without its beginning")
  func takenAway() throws {
    defer { try? FileManager.default.removeItem(at: self.folder) }
    var file = AppendOnlyFile(self.folder.appendingPathComponent("a"))
    try file.append(Data("one".utf8))
    try FileManager.default.removeItem(at: file.url)
    #expect(throws: POSIXError(.ENOENT)) { try file.append(Data("two".utf8)) }
    #expect(!FileManager.default.fileExists(atPath: file.url.path))
  }
}
