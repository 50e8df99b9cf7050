import Foundation
import InteractionExperience
import InteractionFiles
import InteractionWire

/// Paths of files, restricted to the folder.
extension ExperienceFiles {
  /// Returns the path of a file in the folder.
  func path(of name: String) -> String { "\(self.folder)/\(name)" }

  /// Returns the path that a save replaces: for a symbolic link its destination, which must be in
  /// the folder.
  func target(of name: String) throws(FileAccessError) -> String {
    let path = self.path(of: name)
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil else {
      return path
    }
    guard let folder = Self.resolved(self.folder), let target = Self.resolved(path),
      target.hasPrefix("\(folder)/")
    else {
      throw .denied(
        "'\(name)' is a symbolic link to no file in '\(self.folder)'; save under another name")
    }
    return target
  }

  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// Checks a file name: it must have an experience's extension, and must not lead to another
  /// folder.
  static func check(_ name: String) throws(FileAccessError) {
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
    }
    let isExperience = ["yaml", "yml", "json"].contains((name as NSString).pathExtension)
    guard isPlain, isExperience, !name.hasPrefix("."), name.utf8.count <= 255 else {
      throw .denied(
        "the name is '\(name.prefix(60))'; must be a file name such as home.yaml: at most 255"
          + " bytes, ending in .yaml, .yml or .json, without / or \\, and not starting with a dot")
    }
  }

  /// Reads a file; nil if it does not exist.
  static func data(at path: String, _ name: String) throws(FileAccessError) -> Data? {
    let limit = Proto.ExperienceDefinition.maximumYAMLBytes
    var found = stat()
    guard stat(path, &found) == 0 else {
      if errno == ENOENT { return nil }
      throw .denied("'\(name)' cannot be read: \(FileError.words(errno))")
    }
    guard found.st_mode & S_IFMT == S_IFREG else { throw .denied("'\(name)' is not a file") }
    guard found.st_size <= limit else {
      throw .denied(
        "'\(name)' has \(found.st_size) bytes; at most \(limit) are allowed; shorten the file")
    }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .denied("'\(name)' cannot be read: \(FileError(error))")
    }
  }

  /// Replaces a file atomically, with the permissions of the existing one.
  static func replace(_ path: String, with data: Data) throws {
    let files = FileManager.default
    let folder = (path as NSString).deletingLastPathComponent
    // A name that is not read as an experience.
    let written = "\(folder)/.\(UUID().uuidString).saving"
    do {
      try data.write(to: URL(fileURLWithPath: written), options: .withoutOverwriting)
      if let permissions = try? files.attributesOfItem(atPath: path)[.posixPermissions] {
        try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: written)
      }
      guard rename(written, path) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    } catch {
      try? files.removeItem(atPath: written)
      throw error
    }
  }
}
