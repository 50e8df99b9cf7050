import Foundation
import InteractionCore
import InteractionExperience
import InteractionWire
import Logging
import Testing

@testable import InteractionService

@Suite("Experience directories")
struct ExperienceFolderLoaderTests {
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func withDirectory(_ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "experiences-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url)
  }

  private func write(_ name: String, _ text: String, in url: URL) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }

  private func experience(_ name: String) -> String {
    "name: \(name)\nsources: [{ id: list }]\ntab_bar: { items: [{ title: { text: One } }] }\n"
  }

  @Test("files hide built-in experiences of their name, and give them back when they go")
  func hides() throws {
    try self.withDirectory { url in
      try self.write("a.yaml", self.experience("home-refined"), in: url)
      try self.write("notes.txt", "not an experience", in: url)
      let catalog = try ExperienceCatalog()
      catalog.replaceLoaded(try ExperienceFolderLoader(url).load(logger: Self.logger))
      #expect(catalog.entry(named: "home-refined")?.origin == .file("a.yaml"))
      #expect(catalog.entry(named: "home-literal")?.origin == .builtIn)
      catalog.replaceLoaded([])
      #expect(catalog.entry(named: "home-refined")?.origin == .builtIn)
    }
  }

  @Test("every problem is named with its file; a name may be used once")
  func problems() throws {
    try self.withDirectory { url in
      try self.write("a.yaml", self.experience("one"), in: url)
      try self.write("b.yaml", self.experience("one"), in: url)
      try self.write("c.yaml", "name: c\n", in: url)
      let error = #expect(throws: ExperienceFolderLoader.LoadError.self) {
        try ExperienceFolderLoader(url).load(logger: Self.logger)
      }
      let text = "\(error.map { "\($0)" } ?? "")"
      #expect(text.contains("b.yaml:1:1: name: 'one' is also the name in a.yaml"))
      #expect(text.contains("c.yaml:1:1: sources: is empty"))
    }
    #expect(throws: ExperienceFolderLoader.LoadError.self) {
      try ExperienceFolderLoader(URL(fileURLWithPath: "/nowhere")).load(logger: Self.logger)
    }
  }
}
