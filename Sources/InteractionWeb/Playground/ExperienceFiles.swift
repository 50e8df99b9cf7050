import Crypto
import Foundation
import InteractionCore
import InteractionExperience
import InteractionFiles
import InteractionWire

/// The experience files of a folder, which the playground opens and saves.
package struct ExperienceFiles: Sendable {
  /// The path of the folder as the user gave it.
  package let folder: String

  package init(folder: String) {
    self.folder = folder
  }

  /// The content of a file on disk.
  struct FileContent: Hashable, Encodable {
    let name: String
    let text: String
    let version: String
  }

  /// A file's name and version; nil if it cannot be read.
  struct FileListing: Hashable, Encodable {
    let name: String
    let version: String?
  }

  /// The reason why a file cannot be opened or saved.
  enum FileAccessError: Error, Hashable {
    /// The file does not exist.
    case missing(String)
    /// The name, the file or the folder does not permit it.
    case denied(String)
    /// The text has errors.
    case mistakes([TextProblem])
    /// The file on disk has another version than the one to replace; nil if it does not exist.
    case changed(version: String?)
  }

  /// The reason why the folder cannot be read, with a remedy; nil if it can.
  package var unreadable: String? {
    ReadableFolder.problem(with: self.folder)
  }

  /// The reason why files cannot be saved in the folder, with a remedy; nil if they can.
  package var unwritable: String? {
    self.unreadable
      ?? (FileManager.default.isWritableFile(atPath: self.folder)
        ? nil : "'\(self.folder)' cannot be written to; allow it with: chmod u+w '\(self.folder)'")
  }

  /// Returns the files that `serve --experiences` reads, by name.
  func list() throws(FileAccessError) -> [FileListing] {
    let paths: [String]
    do throws(ExperienceFile.ReadError) {
      paths = try ExperienceFolder.paths(in: self.folder)
    } catch {
      throw .denied(error.description)
    }
    return paths.map { path in
      let name = (path as NSString).lastPathComponent
      return FileListing(name: name, version: (try? Self.data(at: path, name))?.map(Self.version))
    }
  }

  /// Reads a file.
  func open(_ name: String) throws(FileAccessError) -> FileContent {
    try Self.check(name)
    guard let data = try Self.data(at: self.path(of: name), name) else {
      throw .missing("there is no file '\(name)' in '\(self.folder)'")
    }
    do throws(ExperienceError) {
      return FileContent(
        name: name, text: try FileText.decode(Array(data)), version: Self.version(of: data))
    } catch {
      throw .denied("'\(name)' cannot be opened: \(error.violations.map(\.problem).joined())")
    }
  }

  /// Replaces a file with a text atomically. Returns the file's new version.
  ///
  /// - Parameter former: The version to replace; nil for a new file.
  func save(
    _ text: String, as name: String, replacing former: String?
  ) throws(FileAccessError) -> String {
    try Self.check(name)
    try self.checkText(text, of: name)
    let target = try self.target(of: name)
    let current = try Self.data(at: target, name).map(Self.version)
    guard current == former else { throw .changed(version: current) }
    let data = Data(text.utf8)
    do {
      try Self.replace(target, with: data)
    } catch {
      let reason = self.unwritable ?? "\(FileError(error))"
      throw .denied("'\(name)' cannot be saved: \(reason)")
    }
    return Self.version(of: data)
  }

  /// Checks that the folder could be served with this text: it is valid, and its name is unique.
  private func checkText(_ text: String, of name: String) throws(FileAccessError) {
    switch ParsedExperienceText(text) {
    case .mistakes(let problems): throw .mistakes(problems)
    case .experience(let definition, _):
      let others = (try? ExperienceFolder(path: self.folder))?.files ?? []
      let names = others.filter { $0.experience.name == definition.name }
        .map { ($0.path as NSString).lastPathComponent }
      guard let other = names.first(where: { $0 != name }) else { return }
      let violation = Violation(
        field: "name",
        problem: "'\(definition.name)' is also the name in \(other); rename one")
      throw .mistakes(TextProblem.all([violation], .error, in: text))
    }
  }

  /// Returns the SHA-256 digest of a file's bytes, hexadecimal.
  private static func version(of data: Data) -> String {
    SHA256.hash(data: data).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
