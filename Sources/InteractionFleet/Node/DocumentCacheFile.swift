package import Foundation

/// The last good documents on disk, with which an engine starts while the store is unavailable. The
/// file is readable by the engine's user only (mode 0600), since it contains keys.
package struct DocumentCacheFile: Sendable {
  private struct Content: Codable {
    struct Entry: Codable {
      var revision: Int64
      var bytes: Data
    }

    var cluster: UInt64
    var revision: Int64
    var entries: [String: Entry]
  }

  private let file: URL

  /// - Parameter folder: The folder of the file; created by ``save(_:)`` if missing.
  package init(in folder: URL, engine: String) {
    self.file = folder.appendingPathComponent("fleet-\(engine).json")
  }

  /// Returns the saved cache; nil if the file is missing or invalid.
  package func load() -> StoreCache? {
    (try? Data(contentsOf: self.file)).flatMap(Self.decode)
  }

  /// Decodes a file's content; nil if it is invalid.
  package static func decode(_ data: Data) -> StoreCache? {
    guard let content = try? JSONDecoder().decode(Content.self, from: data) else { return nil }
    let entries = content.entries.mapValues { entry in
      StoreCache.Entry(
        bytes: Array(entry.bytes),
        source: entry.revision > 0 ? .store(revision: entry.revision) : .lastGood)
    }
    return StoreCache(
      keeping: FleetKey.documentPrefixes, restoring: entries,
      at: StorePosition(cluster: content.cluster, revision: content.revision))
  }

  /// Encodes the documents of a cache; nil if the cache has never been filled.
  package static func encode(_ mirror: StoreCache) throws -> Data? {
    guard let position = mirror.position else { return nil }
    let content = Content(
      cluster: position.cluster, revision: position.revision,
      entries: mirror.documentEntries.mapValues { entry in
        Content.Entry(revision: entry.revision, bytes: Data(entry.bytes))
      })
    return try JSONEncoder().encode(content)
  }

  /// Writes the documents of a cache atomically.
  ///
  /// - Throws: The error of the file system.
  package func save(_ mirror: StoreCache) throws {
    guard let data = try Self.encode(mirror) else { return }
    let files = FileManager.default
    try files.createDirectory(
      at: self.file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let draft = self.file.appendingPathExtension("new")
    try? files.removeItem(at: draft)
    guard
      files.createFile(
        atPath: draft.path, contents: data, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: draft.path]) }
    guard rename(draft.path, self.file.path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }
}
