import Foundation
import InteractionWeb
import Testing

@Suite("Experience files in the playground")
struct PlaygroundFilesTests {
  /// Returns a minimal experience with a comment.
  static func yaml(_ name: String, threshold: Double = 456) -> String {
    """
    # Mine.
    name: \(name)
    sources: [{ id: home, tab: 0 }]
    tab_bar: { items: [{ title: { key: tab.home, text: Home }, big_logo: true }] }
    toggles:
      - id: rocket
        source: home
        threshold: \(threshold)  # pt

    """
  }

  @Test("a folder's experience files are listed; a file opens as it stands on disk")
  func open() async throws {
    let text = Self.yaml("mine")
    let files = ["mine.yaml": text, "wrong.yml": "name: [", "b.json": "{}", "notes.txt": "no"]
    try await ServedPlayground.with(files) { playground in
      let listing = try await playground.ask("GET", "/playground/files").body
      let names = listing.matches(of: /"name":"([^"]+)"/).map { String($0.1) }
      #expect(names == ["b.json", "mine.yaml", "wrong.yml"])
      #expect(try await playground.open("mine.yaml").text == text)
      #expect(try await playground.open("wrong.yml").text == "name: [")
      let missing = try await playground.ask("POST", "/playground/open", "none.yaml")
      #expect(missing.status == 404 && missing.body.contains("none.yaml"))
    }
  }

  @Test("a save writes exactly the text, in place of the version that was opened")
  func save() async throws {
    try await ServedPlayground.with(["mine.yaml": Self.yaml("mine")]) { playground in
      let path = playground.folder.appendingPathComponent("mine.yaml").path
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      let former = try await playground.open("mine.yaml")
      let text = former.text.replacing("456", with: "300") + "# 终\r\n"
      let saved = try await playground.save(text, as: "mine.yaml", replacing: former.version)
      #expect(saved.status == 200)
      #expect(playground.text("mine.yaml") == text)
      #expect(saved.body.contains(try await playground.open("mine.yaml").version))
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      let left = try FileManager.default.contentsOfDirectory(atPath: playground.folder.path)
      #expect(left == ["mine.yaml"])
    }
  }

  @Test("a new file is made; one that is there already is not replaced unasked")
  func saveAs() async throws {
    try await ServedPlayground.with { playground in
      #expect(try await playground.save(Self.yaml("mine"), as: "首页.yaml").status == 200)
      #expect(playground.text("首页.yaml") == Self.yaml("mine"))
      let again = try await playground.save(Self.yaml("mine", threshold: 1), as: "首页.yaml")
      #expect(again.status == 409)
      #expect(again.body.contains(try await playground.open("首页.yaml").version))
      #expect(playground.text("首页.yaml") == Self.yaml("mine"))
    }
  }

  @Test("a file that has changed on disk is not replaced until the page names its new version")
  func changed() async throws {
    try await ServedPlayground.with(["mine.yaml": Self.yaml("mine")]) { playground in
      let former = try await playground.open("mine.yaml").version
      let file = playground.folder.appendingPathComponent("mine.yaml")
      let theirs = Self.yaml("mine", threshold: 200)
      try Data(theirs.utf8).write(to: file)
      let mine = Self.yaml("mine", threshold: 100)
      let refused = try await playground.save(mine, as: "mine.yaml", replacing: former)
      let found = try await playground.open("mine.yaml").version
      #expect(refused.status == 409 && refused.body == #"{"version":"\#(found)"}"#)
      #expect(playground.text("mine.yaml") == theirs)
      #expect(try await playground.save(mine, as: "mine.yaml", replacing: found).status == 200)
      #expect(playground.text("mine.yaml") == mine)

      let newest = try await playground.open("mine.yaml").version
      try FileManager.default.removeItem(at: file)
      let gone = try await playground.save(mine, as: "mine.yaml", replacing: newest)
      #expect(gone.status == 409 && gone.body == "{}")
      #expect(playground.text("mine.yaml") == nil)
    }
  }

  @Test("a text with a mistake is not saved: the answer has its line, column and field")
  func mistake() async throws {
    try await ServedPlayground.with(["mine.yaml": Self.yaml("mine")]) { playground in
      let former = try await playground.open("mine.yaml")
      let text = former.text.replacing("456.0", with: "high")
      let refused = try await playground.save(text, as: "mine.yaml", replacing: former.version)
      #expect(refused.status == 422)
      for part in [#""line":8"#, #""column":"#, #""field":"toggles[0].threshold"#, #""error""#] {
        #expect(refused.body.contains(part))
      }
      #expect(playground.text("mine.yaml") == former.text)
    }
  }

  @Test("a name that another file of the folder has is a mistake: such a folder is not served")
  func duplicate() async throws {
    try await ServedPlayground.with(["mine.yaml": Self.yaml("mine")]) { playground in
      let refused = try await playground.save(Self.yaml("mine"), as: "other.yaml")
      #expect(refused.status == 422)
      #expect(refused.body.contains("mine.yaml") && refused.body.contains(#""line":2"#))
      #expect(playground.text("other.yaml") == nil)
    }
  }

  @Test("a warning comes with its line, and stands in no one's way")
  func warning() async throws {
    try await ServedPlayground.with { playground in
      let text = Self.yaml("mine").replacing(", big_logo: true", with: "")
      let checked = try await playground.ask("POST", "/playground/check", text).body
      #expect(checked.contains(#""warning""#) && checked.contains(#""line":6"#))
      #expect(checked.contains(#""field":"toggles[0]""#))
      #expect(try await playground.save(text, as: "mine.yaml").status == 200)
    }
  }

  @Test("without a folder nothing is opened or saved, and the answer says how to have one")
  func noFolder() async throws {
    try await ServedPlayground.with(hasFolder: false) { playground in
      #expect(try await playground.ask("GET", "/playground/files").body == #"{"files":[]}"#)
      let opened = try await playground.ask("POST", "/playground/open", "mine.yaml")
      let saved = try await playground.save(Self.yaml("mine"), as: "mine.yaml")
      for answer in [opened, saved] {
        #expect(answer.status == 404 && answer.body.contains("--experiences FOLDER"))
      }
    }
  }

  @Test("a folder that is not there, or is a file, is named with the remedy")
  func folders() async throws {
    #expect(
      ExperienceFiles(folder: "/nowhere").unwritable
        == "'/nowhere' does not exist; create it with: mkdir -p '/nowhere'")
    try await ServedPlayground.with(["mine.yaml": Self.yaml("mine")]) { playground in
      #expect(ExperienceFiles(folder: playground.folder.path).unwritable == nil)
      let file = playground.folder.appendingPathComponent("mine.yaml").path
      #expect(ExperienceFiles(folder: file).unreadable?.contains("is a file") == true)
      try FileManager.default.removeItem(at: playground.folder)
      let saved = try await playground.save(Self.yaml("mine"), as: "mine.yaml")
      #expect(saved.status == 403 && saved.body.contains("mkdir -p"))
      #expect(try await playground.ask("GET", "/playground/files").body.contains("mkdir -p"))
    }
  }
}
