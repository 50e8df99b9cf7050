import ArgumentParser
import Foundation
import Testing

@testable import interaction_engine

@Suite("Keys that are made")
final class KeygenTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID())")
  private var file: URL { self.folder.appending(path: "keys") }

  init() throws {
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: self.folder) }

  private func add(_ name: String, _ options: String..., to file: URL? = nil) throws {
    let into = ["--name", name, "--into", (file ?? self.file).path]
    try Keygen.parse(into + options).run()
  }

  private var text: String {
    get throws { try String(contentsOf: self.file, encoding: .utf8) }
  }

  private var names: [String] {
    get throws {
      try self.text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }
  }

  @Test("on top, and at the bottom with --append; readable by the owner only")
  func places() throws {
    try self.add("first", "--append")
    try self.add("next", "--append")
    try self.add("now")
    #expect(try self.names == ["now", "first", "next"])
    // A file without a final line feed, as some editors leave it.
    try Data(self.text.dropLast().utf8).write(to: self.file)
    try self.add("last", "--append")
    #expect(try self.names == ["now", "first", "next", "last"])
    let attributes = try FileManager.default.attributesOfItem(atPath: self.file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("as many as a file holds, within a second")
  func sameSecond() throws {
    for _ in 0 ..< 16 { try Keygen.parse(["--into", self.file.path]).run() }
    let names = try self.names
    #expect(Set(names).count == 16)
    #expect(names.allSatisfy { $0.hasPrefix("k2") && $0.utf8.count <= 16 })
  }

  @Test("a new file takes the old one's place, so that nothing reads half of it; a link stays one")
  func replacement() throws {
    try self.add("first")
    let reader = try FileHandle(forReadingFrom: self.file)
    let link = self.folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: self.file)
    try self.add("second", to: link)
    let before = try #require(try reader.readToEnd())
    #expect(String(decoding: before, as: UTF8.self).hasPrefix("first "))
    #expect(try self.names == ["second", "first"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == self.file.path)
    let files = try FileManager.default.contentsOfDirectory(atPath: self.folder.path)
    #expect(files.sorted() == ["keys", "link"])
  }

  @Test(
    "a file that is no key file stays as it is", arguments: [Data("no key\n".utf8), Data([0xFF])])
  func otherFiles(content: Data) throws {
    try content.write(to: self.file)
    let error = #expect(throws: UserFacingError.self) { try self.add("first") }
    #expect(error?.description.contains(self.file.path) == true)
    #expect(try Data(contentsOf: self.file) == content)
  }

  @Test(
    "options that need others, and times that make no sense",
    arguments: [
      (["--append"], "--append needs --into"),
      (["--seal-after", "9"], "--seal-after needs --into"),
      (["--into", "keys", "--append", "--seal-after", "9"], "cannot be used with --append"),
      (
        ["--into", "keys", "--seal-after", "604801"], "--seal-after is 604801s; must be 0s to 168h"
      ),
    ])
  func options(arguments: [String], problem: String) {
    do {
      _ = try Keygen.parse(arguments)
      Issue.record("\(arguments) are good")
    } catch {
      #expect(Keygen.message(for: error).contains(problem))
    }
  }
}
