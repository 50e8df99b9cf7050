import Foundation
import Testing

/// A script of `Tests/Frames`: inputs of a session and the expected actions of its client. Clients
/// in all languages are tested with these scripts.
struct FrameScript: Sendable, CustomTestStringConvertible {
  /// An input, or an expected action.
  struct Line: Sendable {
    var number: Int
    var word: String
    var rest: String

    /// A Boolean value that indicates whether the line is an expected action.
    var isExpectation: Bool {
      ["connect", "send", "leave", "abandon", "refresh", "tell"].contains(self.word)
    }
  }

  var file: String
  var title: String
  var lines: [Line] = []

  var testDescription: String { "\(self.file): \(self.title)" }

  /// All scripts.
  static let all: [FrameScript] = {
    let tests = (0 ..< 3).reduce(URL(filePath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    let folder = tests.appending(path: "Frames")
    let experiences = try? Data(contentsOf: folder.appending(path: "experiences.json"))
    let encoded = experiences.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".txt") }.sorted().flatMap { file in
      var text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
      for (name, bytes) in encoded ?? [:] { text = text.replacing("$\(name)", with: bytes) }
      return Self.scripts(text, in: file)
    }
  }()

  private static func scripts(_ text: String, in file: String) -> [FrameScript] {
    var scripts: [FrameScript] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 1)
      let word = parts[0].last == ":" ? parts[0].dropLast() : parts[0]
      let rest = parts.count > 1 ? String(parts[1]) : ""
      if word == "script" {
        scripts.append(FrameScript(file: file, title: rest))
      } else if !scripts.isEmpty {
        scripts[scripts.count - 1].lines.append(
          Line(number: index + 1, word: String(word), rest: rest))
      }
    }
    return scripts
  }
}

/// A difference between a script and a client's actions.
struct FrameFailure: Error, CustomStringConvertible {
  let description: String

  init(_ script: FrameScript, _ line: FrameScript.Line?, _ problem: String) {
    let place = line.map { "\(script.file):\($0.number): \($0.word) \($0.rest)" }
    self.description = "\(place ?? "\(script.file), the end of '\(script.title)'")\n\(problem)"
  }
}
