import Foundation
import InteractionCore
import InteractionExperience
import Testing

@Suite("Files and folders of experiences")
struct ExperienceFileTests {
  private static let text = """
    name: small
    sources: [list]
    tab_bar: { items: [{ title: 首页 }] }
    """

  /// Runs `body` with a folder of these files.
  private func withFolder(
    _ files: [String: Data], _ body: (String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
    try body(folder.path)
  }

  private func lines(of data: Data) throws -> [String] {
    var lines: [String] = []
    try self.withFolder(["a.yaml": data]) { folder in
      let error = try #require(throws: ExperienceFile.ReadError.self) {
        try ExperienceFile(path: "\(folder)/a.yaml")
      }
      lines = error.lines.map { $0.replacing("\(folder)/", with: "") }
    }
    return lines
  }

  @Test("a byte order mark is skipped")
  func mark() throws {
    let data = Data([0xEF, 0xBB, 0xBF]) + Data(Self.text.utf8)
    try self.withFolder(["marked.yaml": data, "plain.yaml": Data(Self.text.utf8)]) { folder in
      let marked = try ExperienceFile(path: "\(folder)/marked.yaml").experience
      #expect(try ExperienceFile(path: "\(folder)/plain.yaml").experience.digest == marked.digest)
    }
  }

  /// Texts in other encodings, with the error's text.
  private static let encoded: [(Data, String)] = [
    (Data([0xFF, 0xFE]) + wide(.utf16LittleEndian), "UTF-16LE"),
    (Data([0xFE, 0xFF]) + wide(.utf16BigEndian), "UTF-16BE"),
    (wide(.utf16LittleEndian), "UTF-16LE"), (wide(.utf16BigEndian), "UTF-16BE"),
    (wide(.utf32LittleEndian), "UTF-32LE"), (wide(.utf32BigEndian), "UTF-32BE"),
    // Chinese text in GBK.
    (
      Data("name: a\n# ".utf8) + Data([0xCA, 0xD7, 0xD2, 0xB3]),
      "2:3: the file is not UTF-8, probably GBK"
    ),
    // An accented letter in Windows-1252.
    (Data("title: Caf".utf8) + Data([0xE9]), "1:11: the file is not UTF-8, probably Latin-1"),
  ]

  private static func wide(_ encoding: String.Encoding) -> Data {
    Self.text.data(using: encoding) ?? Data()
  }

  @Test(
    "another encoding is refused by its name",
    arguments: Self.encoded)
  func encodings(data: Data, problem: String) throws {
    let lines = try self.lines(of: data)
    #expect(lines.count == 1 && lines[0].contains(problem), "\(lines)")
    #expect(lines[0].hasSuffix("; save it as UTF-8"))
  }

  @Test("mistakes are told with file, line, column and field")
  func mistakes() throws {
    let text = Self.text + "\ntoggles:\n  - id: t\n    source: lst\n    threshold: -1"
    #expect(
      try self.lines(of: Data(text.utf8)) == [
        "a.yaml:6:5: toggles[0].source: is 'lst'; must be a source of the experience: list",
        "a.yaml:7:5: toggles[0].threshold: is -1; must be 0 to 1000000",
      ])
  }

  @Test("a folder is read file by file, those that are no experiences aside")
  func folder() throws {
    let files = [
      "a.yaml": Self.text, "b.yml": "name: [", "c.json": "{\"name\": 3}", "notes.txt": "[",
      "d.yaml": Self.text,
    ]
    try self.withFolder(files.mapValues { Data($0.utf8) }) { path in
      let folder = try ExperienceFolder(path: path)
      #expect(folder.files.map(\.path) == ["\(path)/a.yaml"])
      let lines = folder.errors.map { $0.lines[0].replacing("\(path)/", with: "") }
      #expect(lines.count == 3)
      #expect(lines[0].hasPrefix("b.yml:"))
      #expect(lines[1] == "c.json:1:2: name: is the number 3; must be a string; put it in quotes")
      #expect(lines[2] == "d.yaml:1:1: name: 'small' is also the name in a.yaml; rename one")
    }
  }

  @Test("a file or folder that is not there is told apart from one with a mistake")
  func missing() {
    #expect(throws: ExperienceFile.ReadError.unreadable("/nowhere: there is no such folder")) {
      try ExperienceFolder(path: "/nowhere")
    }
    #expect(throws: ExperienceFile.ReadError.unreadable("/nowhere/a.yaml: there is no such file")) {
      try ExperienceFile(path: "/nowhere/a.yaml")
    }
    #expect(throws: ExperienceFile.ReadError.unreadable("/: is a folder; must be a file")) {
      try ExperienceFile(path: "/")
    }
  }
}
