public import Foundation

/// Keeps each session in a file of its own.
///
/// A file is replaced as a whole or not at all. Put the folder where the system makes no backups,
/// such as the app's caches.
@available(InteractionEngine 1.0, *)
public struct FileCheckpointStore: CheckpointStore {
  private let folder: URL
  private let maximumBytes: Int

  /// - Parameters:
  ///   - folder: Where the files are; made when the first is written.
  ///   - maximumBytes: Largest file that is written or read.
  public init(folder: URL, maximumBytes: Int = 1 << 20) {
    self.folder = folder
    self.maximumBytes = maximumBytes
  }

  /// - Throws: That the file is too large, or why it cannot be read.
  public func load(_ sessionID: String) throws -> [UInt8]? {
    let file = self.file(of: sessionID)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let data = try handle.read(upToCount: self.maximumBytes + 1) ?? Data()
    try self.check(data.count, for: .load)
    return [UInt8](data)
  }

  /// - Throws: That it is too large, or why the file cannot be written.
  public func save(_ bytes: [UInt8], as sessionID: String) throws {
    try self.check(bytes.count, for: .save)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: self.file(of: sessionID), options: .atomic)
  }

  /// - Throws: Why the file cannot be removed.
  public func remove(_ sessionID: String) throws {
    let file = self.file(of: sessionID)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    try FileManager.default.removeItem(at: file)
  }

  private func file(of sessionID: String) -> URL {
    // A name has no slash; the prefix keeps `.` and `..` from being folders.
    self.folder.appendingPathComponent("session-\(sessionID.filter { $0 != "/" })")
  }

  private func check(_ count: Int, for operation: StoreFailure.Operation) throws {
    guard count <= self.maximumBytes else {
      throw StoreFailure(operation, "the session has more than \(self.maximumBytes) bytes")
    }
  }
}
