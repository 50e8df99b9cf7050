import Foundation
import Testing

@Suite("The playground writes only into its folder, and only for its page")
struct PlaygroundSafetyTests {
  private static let text = PlaygroundFilesTests.yaml("mine")

  @Test(
    "a name that could lead elsewhere is neither opened nor saved",
    arguments: [
      "../out.yaml", "..", "", "sub/a.yaml", "/tmp/out.yaml", #"..\out.yaml"#, ".hidden.yaml",
      "a\u{0}.yaml", "a\n.yaml", "home.txt", "home", "%2e%2e/out.yaml",
      String(repeating: "a", count: 251) + ".yaml",
    ])
  func names(name: String) async throws {
    try await ServedPlayground.with { playground in
      let parent = playground.folder.deletingLastPathComponent()
      let outside = parent.appendingPathComponent("out.yaml")
      try Data("secret".utf8).write(to: outside)
      try FileManager.default.createDirectory(
        at: playground.folder.appendingPathComponent("sub"), withIntermediateDirectories: true)
      let opened = try await playground.ask("POST", "/playground/open", name)
      let saved = try await playground.save(Self.text, as: name)
      for answer in [opened, saved] {
        #expect(answer.status == 403 && answer.body.contains("must be a file name"))
      }
      #expect(try String(contentsOf: outside, encoding: .utf8) == "secret")
      let files = FileManager.default
      #expect(try files.contentsOfDirectory(atPath: playground.folder.path) == ["sub"])
      #expect(try files.subpathsOfDirectory(atPath: parent.path).count == 3)
    }
  }

  @Test("a symbolic link that leads out of the folder, or nowhere, is not written through")
  func links() async throws {
    try await ServedPlayground.with { playground in
      let files = FileManager.default
      let parent = playground.folder.deletingLastPathComponent()
      let outside = parent.appendingPathComponent("out.yaml")
      try Data("secret".utf8).write(to: outside)
      for (name, target) in [("a.yaml", "../out.yaml"), ("b.yaml", "../none.yaml")] {
        try files.createSymbolicLink(
          atPath: playground.folder.appendingPathComponent(name).path, withDestinationPath: target)
      }
      let version = try await playground.open("a.yaml").version
      for (name, former) in [("a.yaml", version), ("a.yaml", nil), ("b.yaml", nil)] {
        let saved = try await playground.save(Self.text, as: name, replacing: former)
        #expect(saved.status == 403 && saved.body.contains("symbolic link"))
      }
      #expect(try String(contentsOf: outside, encoding: .utf8) == "secret")
      #expect(!files.fileExists(atPath: parent.appendingPathComponent("none.yaml").path))
    }
  }

  @Test("a symbolic link within the folder stays one, and its file gets the text")
  func linksWithin() async throws {
    try await ServedPlayground.with { playground in
      let files = FileManager.default
      let link = playground.folder.appendingPathComponent("mine.yaml").path
      try files.createDirectory(
        at: playground.folder.appendingPathComponent("v1"), withIntermediateDirectories: true)
      try Data(Self.text.utf8).write(to: playground.folder.appendingPathComponent("v1/mine.yaml"))
      try files.createSymbolicLink(atPath: link, withDestinationPath: "v1/mine.yaml")
      let former = try await playground.open("mine.yaml").version
      let text = Self.text + "# more\n"
      #expect(try await playground.save(text, as: "mine.yaml", replacing: former).status == 200)
      #expect(try files.destinationOfSymbolicLink(atPath: link) == "v1/mine.yaml")
      #expect(playground.text("v1/mine.yaml") == text)
    }
  }

  @Test("a folder with a file's name is no file")
  func folder() async throws {
    try await ServedPlayground.with { playground in
      try FileManager.default.createDirectory(
        at: playground.folder.appendingPathComponent("a.yaml"), withIntermediateDirectories: true)
      let opened = try await playground.ask("POST", "/playground/open", "a.yaml")
      let saved = try await playground.save(Self.text, as: "a.yaml")
      for answer in [opened, saved] {
        #expect(answer.status == 403 && answer.body == "'a.yaml' is not a file\n")
      }
    }
  }

  @Test(
    "a page from elsewhere saves nothing, nor does what is no page",
    arguments: [
      ["origin": "http://evil.example"], ["origin": "http://127.0.0.1:1"], ["origin": "null"],
      ["origin": nil], ["host": "evil.example"], ["content-type": "text/plain"],
      ["content-type": nil],
    ] as [[String: String?]])
  func origins(headers: [String: String?]) async throws {
    try await ServedPlayground.with { playground in
      let refused = try await playground.save(Self.text, as: "mine.yaml", headers: headers)
      #expect([403, 415, 421].contains(refused.status))
      #expect(playground.text("mine.yaml") == nil)
      #expect(try await playground.save(Self.text, as: "mine.yaml").status == 200)
    }
  }

  @Test("a text that is larger than an experience may be is refused, and so is a larger request")
  func size() async throws {
    try await ServedPlayground.with { playground in
      let text = Self.text + String(repeating: "#", count: 256 << 10)
      let refused = try await playground.save(text, as: "mine.yaml")
      #expect(refused.status == 422 && refused.body.contains("at most 262144 are allowed"))
      let flood = try await playground.ask(
        "POST", "/playground/save", headers: ["content-length": "\(5 << 20)"])
      #expect(flood.status == 413)
      #expect(playground.text("mine.yaml") == nil)
      try Data(text.utf8).write(to: playground.folder.appendingPathComponent("large.yaml"))
      let opened = try await playground.ask("POST", "/playground/open", "large.yaml")
      #expect(opened.status == 403 && opened.body.contains("at most 262144 are allowed"))
    }
  }
}
