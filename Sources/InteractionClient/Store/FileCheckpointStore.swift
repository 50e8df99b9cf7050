public import Foundation

/// A store with one file for each session.
///
/// Files are replaced atomically. Choose a folder that is excluded from backups, such as the app's
/// caches.
public struct FileCheckpointStore: CheckpointStore {
  private let folder: URL
  private let maximumBytes: Int

  /// - Parameters:
  ///   - folder: The folder of the files; created by the first save.
  ///   - maximumBytes: The maximum size of a file that is written or read.
  public init(folder: URL, maximumBytes: Int = 1 << 20) {
    self.folder = folder
    self.maximumBytes = maximumBytes
  }

  /// Reads a session's file; nil if there is none.
  ///
  /// - Throws: ``StoreFailure`` if the file is too large; an error if it cannot be read.
  public func load(_ sessionID: String) throws -> [UInt8]? {
    let file = self.file(of: sessionID)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let data = try handle.read(upToCount: self.maximumBytes + 1) ?? Data()
    try self.check(data.count, for: .load)
    return [UInt8](data)
  }

  /// Replaces a session's file.
  ///
  /// - Throws: ``StoreFailure`` if `bytes` are too many; an error if the file cannot be written.
  public func save(_ bytes: [UInt8], as sessionID: String) throws {
    try self.check(bytes.count, for: .save)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: self.file(of: sessionID), options: .atomic)
  }

  /// Removes a session's file, if there is one.
  ///
  /// - Throws: An error if the file cannot be removed.
  public func remove(_ sessionID: String) throws {
    let file = self.file(of: sessionID)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    try FileManager.default.removeItem(at: file)
  }

  private func file(of sessionID: String) -> URL {
    // The prefix keeps `.` and `..` from naming folders; a valid session ID has no slash.
    self.folder.appendingPathComponent("session-\(sessionID.filter { $0 != "/" })")
  }

  private func check(_ count: Int, for operation: StoreFailure.Operation) throws {
    guard count <= self.maximumBytes else {
      throw StoreFailure(
        operation, "the session has \(count) bytes; at most \(self.maximumBytes) are allowed")
    }
  }
}
