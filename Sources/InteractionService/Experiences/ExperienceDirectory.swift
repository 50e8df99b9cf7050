package import Foundation
import InteractionCore
import InteractionExperience
import InteractionFiles
import InteractionWire
import Logging

/// A directory of experience files: read as a whole, checked, and only then put in force.
@available(InteractionEngine 1.0, *)
package struct ExperienceDirectory: Sendable {
  /// Why a directory cannot be used; one line for each problem.
  package struct LoadError: Error, CustomStringConvertible {
    package var problems: [String]
    package var description: String { self.problems.joined(separator: "\n") }
  }

  /// Most files that are read.
  package static let maximumFiles = 1000

  private let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// Reads every `.yaml`, `.yml` and `.json` file.
  func load() throws(LoadError) -> [ExperienceCatalog.Entry] {
    var problems: [String] = []
    var entries: [String: ExperienceCatalog.Entry] = [:]
    for file in try self.files() {
      do {
        let text = try String(contentsOf: file, encoding: .utf8)
        let entry = try ExperienceCatalog.Entry(
          try Proto.ExperienceDefinition(yaml: text), origin: file.lastPathComponent)
        if let other = entries[entry.experience.name] {
          problems.append(
            "\(file.path): name: '\(entry.experience.name)' is also that of \(other.origin)")
        }
        entries[entry.experience.name] = entry
      } catch let error as ExperienceError {
        problems += "\(error)".split(separator: "\n").map { "\(file.path): \($0)" }
      } catch {
        problems.append("\(file.path): cannot be read: \(error.localizedDescription)")
      }
    }
    if !problems.isEmpty { throw LoadError(problems: problems) }
    return entries.values.sorted { $0.origin < $1.origin }
  }

  /// The files, by name.
  private func files() throws(LoadError) -> [URL] {
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(
      atPath: self.url.path, isDirectory: &isDirectory)
    guard exists, isDirectory.boolValue else {
      throw LoadError(problems: ["\(self.url.path): there is no such directory"])
    }
    let found: [URL]
    do {
      found = try FileManager.default.contentsOfDirectory(
        at: self.url, includingPropertiesForKeys: nil)
    } catch {
      throw LoadError(problems: ["\(self.url.path): \(error.localizedDescription)"])
    }
    let files = found.filter { ["yaml", "yml", "json"].contains($0.pathExtension) }
    guard files.count <= Self.maximumFiles else {
      throw LoadError(
        problems: [
          "\(self.url.path): has \(files.count) files; at most \(Self.maximumFiles) are read"
        ])
    }
    return files.sorted { $0.path < $1.path }
  }

  /// What the directory holds, as far as a change shows: names, sizes and times.
  var fingerprint: [String] {
    let files = (try? self.files()) ?? []
    return files.map { file in
      // The path is resolved so that a swapped link shows, too.
      let path = file.resolvingSymlinksInPath().path
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let size = attributes?[.size] as? Int ?? -1
      let date = attributes?[.modificationDate] as? Date
      return "\(path) \(size) \(date?.timeIntervalSince1970 ?? 0)"
    }
  }

  /// Puts what changes in force until the task is cancelled. A directory that does not load leaves
  /// the last good version in force.
  ///
  /// - Parameter seen: The ``fingerprint`` from before the directory was loaded.
  func watch(
    since seen: [String], into catalog: ExperienceCatalog, metrics: EngineMetrics, logger: Logger
  ) async {
    let history = ExperienceHistory(of: self.url, logger: logger)
    var seen = seen
    await FileWatch(folder: self.url).run {
      let current = self.fingerprint
      if current == seen { return }
      seen = current
      do throws(LoadError) {
        let entries = try self.load()
        catalog.replaceLoaded(entries)
        history.add(entries)
        metrics.countReload(succeeded: true)
        logger.info("experiences reloaded", metadata: ["files": "\(entries.count)"])
      } catch {
        metrics.countReload(succeeded: false)
        for problem in error.problems {
          logger.error(
            "experience not reloaded; the last good version stays in force",
            metadata: ["problem": "\(problem)"])
        }
      }
    }
  }
}
