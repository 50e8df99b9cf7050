package import Foundation

/// A fleet's documents on disk, as the engine last knew them: an engine that starts while the store
/// is down begins with them. Readable by the engine's user only, since keys are among them.
package struct LastGood: Sendable {
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

  /// - Parameter folder: Made if there is none.
  package init(in folder: URL, engine: String) {
    self.file = folder.appendingPathComponent("fleet-\(engine).json")
  }

  /// Nil if there is none, or none that can be read.
  package func load() -> Mirror? {
    (try? Data(contentsOf: self.file)).flatMap(Self.mirror)
  }

  /// The copy that a file's content is; nil for what is none.
  package static func mirror(from data: Data) -> Mirror? {
    guard let content = try? JSONDecoder().decode(Content.self, from: data) else { return nil }
    let entries = content.entries.mapValues { entry in
      Mirror.Entry(
        bytes: Array(entry.bytes),
        source: entry.revision > 0 ? .store(revision: entry.revision) : .lastGood)
    }
    return Mirror(
      keeping: FleetKey.documents, restoring: entries,
      at: StorePosition(cluster: content.cluster, revision: content.revision))
  }

  /// The content of a file that keeps a copy's documents; nil for a copy of nothing yet.
  package static func data(of mirror: Mirror) throws -> Data? {
    guard let position = mirror.position else { return nil }
    let content = Content(
      cluster: position.cluster, revision: position.revision,
      entries: mirror.documentEntries.mapValues { entry in
        Content.Entry(revision: entry.revision, bytes: Data(entry.bytes))
      })
    return try JSONEncoder().encode(content)
  }

  /// Writes the documents of a copy: all or nothing.
  ///
  /// - Throws: What the operating system says.
  package func save(_ mirror: Mirror) throws {
    guard let data = try Self.data(of: mirror) else { return }
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
