package import Foundation
import InteractionExperience
import InteractionFiles
package import InteractionVariants
package import Logging

/// A watched file of variants that are switched off: a local way to do so without the fleet's
/// store.
///
/// Each line has an experience's name and a variant's, or `*` for all but the first. A `#` begins a
/// comment.
@available(InteractionEngine 1.0, *)
package struct KillSwitchFile: Sendable {
  /// The problems of a file, one line each.
  package struct ReadError: Error, Hashable, CustomStringConvertible {
    package var problems: [String]
    package var description: String { self.problems.joined(separator: "; ") }
  }

  private static let maximumBytes = 64 * 1024
  private let url: URL

  package init(_ url: URL) { self.url = url }

  /// Parses a file's text.
  package static func parse(_ text: String) throws(ReadError) -> [String: KillSwitch] {
    var switches: [String: KillSwitch] = [:]
    var problems: [String] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      if words.isEmpty { continue }
      guard words.count == 2 else {
        problems.append(
          "line \(index + 1): has \(words.count) words; must have an experience and a variant, or *"
        )
        continue
      }
      let variant: KillSwitch = words[1] == "*" ? .all : .variants([words[1]])
      switches[words[0]] = (switches[words[0]] ?? .lifted).union(variant)
    }
    if !problems.isEmpty { throw ReadError(problems: problems) }
    return switches
  }

  /// Reads the file; nil if it does not exist.
  package func load() throws(ReadError) -> [String: KillSwitch]? {
    guard FileManager.default.fileExists(atPath: self.url.path) else { return nil }
    let data: Data
    do {
      data = try Data(contentsOf: self.url)
    } catch {
      throw ReadError(problems: ["cannot be read: \(error.localizedDescription)"])
    }
    guard data.count <= Self.maximumBytes else {
      throw ReadError(
        problems: ["has \(data.count) bytes; at most \(Self.maximumBytes) are allowed"])
    }
    do {
      return try Self.parse(FileText.decode(Array(data)))
    } catch let error as ReadError {
      throw error
    } catch {
      throw ReadError(problems: ["\(error)"])
    }
  }

  /// Applies the file when it changes, until the task is cancelled. If it is invalid or has
  /// disappeared, the last valid switches stay.
  package func watch(into switches: KillSwitches, logger: Logger) async {
    var last: Result<[String: KillSwitch]?, ReadError>?
    var wasThere = false
    await FileWatcher(files: [self.url], every: .milliseconds(500)).run {
      let current = Result { () throws(ReadError) in try self.load() }
      if current == last { return }
      last = current
      switch current {
      case .success(nil):
        if wasThere {
          logger.error("kill switch file has disappeared; the last valid switches stay")
        }
      case .success(let new?):
        wasThere = true
        let changed = switches.replace(new, of: .file)
        if !changed.isEmpty {
          logger.notice(
            "kill switches changed",
            metadata: ["experiences": "\(changed.joined(separator: ", "))", "source": "file"])
        }
      case .failure(let error):
        logger.error(
          "kill switch file is invalid; the last valid switches stay",
          metadata: ["problem": "\(error)"])
      }
    }
  }
}
