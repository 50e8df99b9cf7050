import Foundation
import InteractionCore
import InteractionWire
import Logging
import SwiftProtobuf

/// The stored versions of a folder's experiences, in its subfolder `.versions`: a server that
/// starts after a change can still resume sessions with former versions.
///
/// If the subfolder cannot be written, former versions are not kept, which is logged.
@available(InteractionEngine 1.0, *)
struct ExperienceVersionStore: Sendable {
  private let folder: URL
  private let logger: Logger

  init(of directory: URL, logger: Logger) {
    self.folder = directory.appendingPathComponent(".versions", isDirectory: true)
    self.logger = logger
  }

  /// Returns the stored versions, oldest first, without unreadable ones.
  func load() -> [ExperienceCatalog.Entry] {
    self.files().compactMap { file in
      guard let data = try? Data(contentsOf: file),
        let definition = try? Proto.ExperienceDefinition(serializedBytes: data)
      else { return nil }
      return try? ExperienceCatalog.Entry(definition, origin: .file(file.lastPathComponent))
    }
  }

  /// Stores the current versions, and deletes the oldest ones beyond the capacity.
  func add(_ documents: [ExperienceDocument]) {
    do {
      try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
      for entry in documents.flatMap(\.entries) {
        let file = self.folder.appendingPathComponent("\(entry.experience.digest).binpb")
        if FileManager.default.fileExists(atPath: file.path) {
          // It is current again, and becomes the newest of its name.
          try FileManager.default.setAttributes(
            [.modificationDate: Date()], ofItemAtPath: file.path)
        } else {
          let data: Data = try entry.definition.serializedBytes()
          try data.write(to: file, options: .atomic)
        }
      }
      self.prune(Dictionary(documents.map { ($0.name, $0.entries.count) }) { max($0, $1) })
    } catch {
      self.logger.notice(
        "cannot store previous experience versions on disk",
        metadata: ["folder": "\(self.folder.path)", "problem": "\(error.localizedDescription)"])
    }
  }

  /// - Parameter variants: The number of versions in the current document of each name.
  private func prune(_ variants: [String: Int]) {
    var counts: [String: Int] = [:]
    for file in self.files().reversed() {
      let definition = (try? Data(contentsOf: file)).flatMap {
        try? Proto.ExperienceDefinition(serializedBytes: $0)
      }
      let name = definition?.name ?? ""
      counts[name, default: 0] += 1
      if counts[name, default: 0] > ExperienceVersions.capacity(variants: variants[name] ?? 1) {
        try? FileManager.default.removeItem(at: file)
      }
    }
  }

  /// Returns the files, oldest first.
  private func files() -> [URL] {
    let found =
      (try? FileManager.default.contentsOfDirectory(
        at: self.folder, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
    let dated = found.filter { $0.pathExtension == "binpb" }.map { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      return (file: file, date: values?.contentModificationDate ?? .distantPast)
    }
    return dated.sorted { ($0.date, $0.file.path) < ($1.date, $1.file.path) }.map(\.file)
  }
}
