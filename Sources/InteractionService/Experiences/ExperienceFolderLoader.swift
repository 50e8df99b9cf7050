package import Foundation
import InteractionCore
import InteractionExperience
import InteractionFiles
import InteractionVariants
import InteractionWire
import Logging

/// Loads a folder of experience files, all or none, and watches it for changes.
@available(InteractionEngine 1.0, *)
package struct ExperienceFolderLoader: Sendable {
  /// The problems of a folder, one line each.
  package struct LoadError: Error, CustomStringConvertible {
    package var problems: [String]
    package var description: String { self.problems.joined(separator: "\n") }
  }

  private let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// Reads every `.yaml`, `.yml` and `.json` file, and logs warnings about likely mistakes.
  func load(logger: Logger) throws(LoadError) -> [ExperienceDocument] {
    let folder: ExperienceFolder
    do throws(ExperienceFile.ReadError) {
      folder = try ExperienceFolder(path: self.url.path)
    } catch {
      throw LoadError(problems: error.lines)
    }
    var problems = folder.errors.flatMap(\.lines)
    var documents: [ExperienceDocument] = []
    for path in folder.variantPaths {
      do throws(ExperienceFile.ReadError) {
        let document = try Self.variants(at: path, beside: folder)
        if documents.contains(where: { $0.name == document.name }) {
          throw .invalid([
            "\(path): name: '\(document.name)' is also the name in another file; rename one"
          ])
        }
        documents.append(document)
      } catch {
        problems += error.lines
      }
    }
    if !problems.isEmpty { throw LoadError(problems: problems) }
    for warning in folder.files.flatMap(\.warnings) {
      logger.warning("experience warning", metadata: ["problem": "\(warning)"])
    }
    return documents
      + folder.files.map { file in
        .experience(
          ExperienceCatalog.Entry(
            definition: file.definition, experience: file.experience, origin: Self.origin(file.path)
          ))
      }
  }

  private static func origin(_ path: String) -> ExperienceCatalog.Origin {
    .file(URL(fileURLWithPath: path).lastPathComponent)
  }

  private static func variants(
    at path: String, beside folder: ExperienceFolder
  ) throws(ExperienceFile.ReadError) -> ExperienceDocument {
    let file = try VariantsFile(path: path)
    if !file.isPublished {
      throw .invalid([
        "\(path): has no buckets; write the document that has them into the folder: 'interaction-engine"
          + " publish --print FILE'"
      ])
    }
    if let other = folder.files.first(where: { $0.experience.name == file.document.name }) {
      throw .invalid([
        "\(path): name: '\(file.document.name)' is also the name in \(other.path); rename one"
      ])
    }
    do throws(ExperienceError) {
      return .variants(try VariantSet(file.document), Self.origin(path))
    } catch {
      throw .invalid(error.violations.map { "\(path): \($0.field): \($0.problem)" })
    }
  }

  /// The paths, sizes and modification dates of the files, which change with them.
  var fingerprint: [String] {
    let paths = (try? ExperienceFolder.paths(in: self.url.path)) ?? []
    return paths.map(URL.init(fileURLWithPath:)).map { file in
      // Resolved, so that a replaced symbolic link counts as a change.
      let path = file.resolvingSymlinksInPath().path
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let size = attributes?[.size] as? Int ?? -1
      let date = attributes?[.modificationDate] as? Date
      return "\(path) \(size) \(date?.timeIntervalSince1970 ?? 0)"
    }
  }

  /// Reloads the folder when it changes, until the task is cancelled. If it is invalid, the last
  /// valid version stays current.
  ///
  /// - Parameter seen: The ``fingerprint`` from before the folder was loaded.
  func watch(
    since seen: [String], into catalog: ExperienceCatalog, metrics: EngineMetrics, logger: Logger
  ) async {
    let history = ExperienceVersionStore(of: self.url, logger: logger)
    var seen = seen
    await FileWatcher(folder: self.url).run {
      let current = self.fingerprint
      if current == seen { return }
      seen = current
      do throws(LoadError) {
        let entries = try self.load(logger: logger)
        catalog.replaceLoaded(entries)
        history.add(entries)
        metrics.countReload(succeeded: true)
        logger.info("experiences reloaded", metadata: ["files": "\(entries.count)"])
      } catch {
        metrics.countReload(succeeded: false)
        for problem in error.problems {
          logger.error(
            "experience reload failed; the previous version stays in use",
            metadata: ["problem": "\(problem)"])
        }
      }
    }
  }
}
