package import Foundation
import InteractionFiles
package import Logging

/// A watched key file, whose new versions are validated before they take effect.
@available(InteractionEngine 1.0, *)
package struct CheckpointKeyFile: Sendable {
  private let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// Reads the keys.
  ///
  /// - Throws: The problems of the file.
  package func load() throws(CheckpointKeys.ReadError) -> CheckpointKeys {
    let text: String
    do {
      text = try String(contentsOf: self.url, encoding: .utf8)
    } catch {
      throw CheckpointKeys.ReadError(
        problems: ["cannot be read: \(error.localizedDescription)"])
    }
    return try CheckpointKeys(text)
  }

  /// Reloads the keys when the file changes, until the task is cancelled. If the file is invalid,
  /// the last good keys stay in force.
  package func watch(into vault: CheckpointSealer, logger: Logger) async {
    var seen = ""
    await FileWatcher(files: [self.url]).run {
      let current = self.fingerprint
      if current == seen { return }
      seen = current
      do {
        let keys = try self.load()
        if vault.replaceKeys(keys) {
          logger.notice(
            "checkpoint keys reloaded",
            metadata: ["keys": "\(keys.keys.count)", "seals": "\(keys.plan(at: vault.now))"])
        }
      } catch {
        logger.error(
          "checkpoint key reload failed; the previous keys stay in use",
          metadata: ["problem": "\(error)"])
      }
    }
  }

  /// A Boolean value that indicates whether other users may read or change the file.
  package var isExposed: Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: self.url.resolvingSymlinksInPath().path)
    guard let permissions = attributes?[.posixPermissions] as? Int,
      let owner = attributes?[.ownerAccountID] as? Int
    else { return false }
    return Self.isExposed(permissions, owner: owner, user: Int(geteuid()))
  }

  /// Returns whether permissions are too wide, by PostgreSQL's rule: a group may read a file that
  /// root owns, unless the process itself is root's. Administrators give keys to services in this
  /// way, and so does Kubernetes for a pod with an `fsGroup`.
  static func isExposed(_ permissions: Int, owner: Int, user: Int) -> Bool {
    let allowed = owner == 0 && user != 0 ? 0o740 : 0o700
    return permissions & 0o777 & ~allowed != 0
  }

  /// The path, size and modification date, which change with the file.
  private var fingerprint: String {
    let path = self.url.resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let date = attributes?[.modificationDate] as? Date
    return "\(path) \(attributes?[.size] as? Int ?? -1) \(date?.timeIntervalSince1970 ?? 0)"
  }
}
