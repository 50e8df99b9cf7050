public import Foundation

/// The output file of a long operation, which is checked before it begins.
@available(InteractionEngine 1.0, *)
public struct OutputFile: Hashable, Sendable {
  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// The reason why the file cannot be written, as far as can be told without writing; nil if it
  /// can.
  public var writeError: String? {
    var isFolder: ObjCBool = false
    let files = FileManager.default
    if files.fileExists(atPath: self.path, isDirectory: &isFolder) {
      if isFolder.boolValue { return FileError.words(EISDIR) }
      return files.isWritableFile(atPath: self.path) ? nil : FileError.words(EACCES)
    }
    let folder = URL(fileURLWithPath: self.path).deletingLastPathComponent().path
    guard files.fileExists(atPath: folder, isDirectory: &isFolder) else {
      return "no such directory '\(folder)'"
    }
    guard isFolder.boolValue else { return "'\(folder)' is not a directory" }
    return files.isWritableFile(atPath: folder) ? nil : "directory '\(folder)' is not writable"
  }

  /// Writes the file.
  ///
  /// - Throws: ``FileError``.
  public func write(_ data: Data) throws {
    do {
      try data.write(to: URL(fileURLWithPath: self.path))
    } catch {
      throw FileError(error)
    }
  }
}
