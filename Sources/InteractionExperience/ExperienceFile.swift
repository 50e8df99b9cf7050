public import Foundation
public import InteractionCore
package import InteractionWire

/// A file that defines an experience, in YAML or JSON.
public struct ExperienceFile: Sendable {
  /// The path as the caller gave it.
  public let path: String
  public let experience: Experience
  /// Warnings about valid parts that are probably mistakes, as `PATH:LINE:COLUMN: warning: FIELD:
  /// PROBLEM`.
  public let warnings: [String]
  package let definition: Proto.ExperienceDefinition
  package let text: String

  /// The reason why a file cannot be used; each line starts with the path.
  public enum ReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(String)
    /// The errors, as `PATH:LINE:COLUMN: FIELD: PROBLEM`.
    case invalid([String])

    public var lines: [String] {
      switch self {
      case .unreadable(let line): [line]
      case .invalid(let lines): lines
      }
    }

    public var description: String { self.lines.joined(separator: "\n") }
  }

  /// Reads a file.
  public init(path: String) throws(ReadError) {
    let text = try Self.text(path)
    do throws(ExperienceError) {
      if Self.hasVariants(text) {
        throw ExperienceError("has variants, each of which is an experience; use the file of one")
      }
      self.definition = try Proto.ExperienceDefinition(yaml: text)
      self.experience = try Experience(self.definition)
    } catch {
      let places = YAMLPositions(text)
      throw .invalid(error.violations.map { "\(path):\(places.line(for: $0))" })
    }
    self.path = path
    self.text = text
    let warnings = self.definition.warnings
    let places = warnings.isEmpty ? nil : YAMLPositions(text)
    self.warnings = warnings.compactMap { warning in
      places.map { "\(path):\($0.line(for: warning, severity: "warning: "))" }
    }
  }

  /// Returns whether a text is a document of variants, rather than one experience.
  package static func hasVariants(_ text: String) -> Bool {
    text.contains("variants") && DocumentText.hasField("variants", in: text)
  }

  /// Reads the text of a file.
  package static func text(_ path: String) throws(ReadError) -> String {
    let data = try Self.data(path)
    do throws(ExperienceError) {
      return try FileText.decode(Array(data))
    } catch {
      throw .invalid(error.violations.map { "\(path):\(YAMLPositions("").line(for: $0))" })
    }
  }

  private static func data(_ path: String) throws(ReadError) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      let problem =
        if ExperienceFolder.exists(at: path) {
          "is a folder; must be a file"
        } else if FileManager.default.fileExists(atPath: path) {
          "cannot be read: \(error.localizedDescription)"
        } else {
          "there is no such file"
        }
      throw .unreadable("\(path): \(problem)")
    }
  }

  /// Returns the error for a name that another file of the folder has already.
  func duplicateName(of other: ExperienceFile) -> String {
    let file = (other.path as NSString).lastPathComponent
    let violation = Violation(
      field: "name", problem: "'\(self.experience.name)' is also the name in \(file); rename one")
    return "\(self.path):\(YAMLPositions(self.text).line(for: violation))"
  }
}

extension Experience {
  /// Reads an experience from a YAML or JSON file.
  public init(file: URL) throws(ExperienceFile.ReadError) {
    self = try ExperienceFile(path: file.relativePath).experience
  }
}
