package import Foundation
import InteractionFiles
package import Logging

/// A file of keys, watched: a new version is checked, and only then put in force.
@available(InteractionEngine 1.0, *)
package struct KeyFile: Sendable {
  private let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// Reads the keys.
  ///
  /// - Throws: What is wrong with the file.
  package func load() throws(KeyRing.ReadError) -> KeyRing {
    let text: String
    do {
      text = try String(contentsOf: self.url, encoding: .utf8)
    } catch {
      throw KeyRing.ReadError(
        problems: ["cannot be read: \(error.localizedDescription)"])
    }
    return try KeyRing(text)
  }

  /// Puts what changes in force until the task is cancelled. A file that cannot be used leaves the
  /// last good keys in force.
  package func watch(into vault: CheckpointVault, logger: Logger) async {
    var seen = ""
    await FileWatch(files: [self.url]).run {
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
          "checkpoint keys not reloaded; the last good ones stay in force",
          metadata: ["problem": "\(error)"])
      }
    }
  }

  /// Whether other users may read or change the file.
  package var isExposed: Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: self.url.resolvingSymlinksInPath().path)
    guard let permissions = attributes?[.posixPermissions] as? Int,
      let owner = attributes?[.ownerAccountID] as? Int
    else { return false }
    return Self.isExposed(permissions, owner: owner, user: Int(geteuid()))
  }

  /// The rule is PostgreSQL's: a group may read a file that belongs to root, unless the process
  /// itself is root's. This is how an administrator hands a key to a service, and how Kubernetes
  /// mounts a secret for a pod with an `fsGroup`.
  static func isExposed(_ permissions: Int, owner: Int, user: Int) -> Bool {
    let allowed = owner == 0 && user != 0 ? 0o740 : 0o700
    return permissions & 0o777 & ~allowed != 0
  }

  /// What shows that the file has changed.
  private var fingerprint: String {
    let path = self.url.resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let date = attributes?[.modificationDate] as? Date
    return "\(path) \(attributes?[.size] as? Int ?? -1) \(date?.timeIntervalSince1970 ?? 0)"
  }
}
