import Foundation
import InteractionCore
import InteractionWire
import Logging
import SwiftProtobuf

/// The versions of a directory's experiences that were in force, in its folder `.versions`: a
/// server that starts after a change can still resume the sessions that run with what was before.
///
/// A folder that cannot be written costs only that; the server says so once.
@available(InteractionEngine 1.0, *)
struct ExperienceHistory: Sendable {
  private let folder: URL
  private let logger: Logger

  init(of directory: URL, logger: Logger) {
    self.folder = directory.appendingPathComponent(".versions", isDirectory: true)
    self.logger = logger
  }

  /// What is there, the oldest first. What cannot be read is left out.
  func load() -> [ExperienceCatalog.Entry] {
    self.files().compactMap { file in
      guard let data = try? Data(contentsOf: file),
        let definition = try? Proto.ExperienceDefinition(serializedBytes: data)
      else { return nil }
      return try? ExperienceCatalog.Entry(definition, origin: "history")
    }
  }

  /// Adds versions that are in force now, and deletes those that are not kept any longer.
  func add(_ entries: [ExperienceCatalog.Entry]) {
    do {
      try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
      for entry in entries {
        let file = self.folder.appendingPathComponent("\(entry.experience.digest).binpb")
        if FileManager.default.fileExists(atPath: file.path) {
          // In force again: the newest of its name.
          try FileManager.default.setAttributes(
            [.modificationDate: Date()], ofItemAtPath: file.path)
        } else {
          let data: Data = try entry.definition.serializedBytes()
          try data.write(to: file, options: .atomic)
        }
      }
      self.prune()
    } catch {
      self.logger.notice(
        "old versions of experiences are not kept on disk",
        metadata: ["folder": "\(self.folder.path)", "problem": "\(error.localizedDescription)"])
    }
  }

  private func prune() {
    var counts: [String: Int] = [:]
    for file in self.files().reversed() {
      let definition = (try? Data(contentsOf: file)).flatMap {
        try? Proto.ExperienceDefinition(serializedBytes: $0)
      }
      let name = definition?.name ?? ""
      counts[name, default: 0] += 1
      if counts[name, default: 0] > ExperienceVersions.capacity {
        try? FileManager.default.removeItem(at: file)
      }
    }
  }

  /// The files, the oldest first.
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
