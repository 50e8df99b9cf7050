import Foundation
import InteractionExperience

/// The checks of a folder that the user names.
package enum ReadableFolder {
  /// Returns the reason why a folder cannot be read, with a remedy; nil if it can.
  package static func problem(with folder: String) -> String? {
    let files = FileManager.default
    guard files.fileExists(atPath: folder) else {
      return "'\(folder)' does not exist; create it with: mkdir -p '\(folder)'"
    }
    guard ExperienceFolder.exists(at: folder) else {
      return "'\(folder)' is a file; must be a folder"
    }
    guard files.isReadableFile(atPath: folder), files.isExecutableFile(atPath: folder) else {
      return "'\(folder)' cannot be read; allow it with: chmod u+rx '\(folder)'"
    }
    return nil
  }
}
