package import Foundation
import InteractionFiles
package import Logging
import Synchronization

/// The public keys that verify tokens, from a watched file.
///
/// A key that was removed from the file is rejected from the next check on. If the file is invalid,
/// the last good keys stay active.
@available(InteractionEngine 1.0, *)
package final class WatchedKeySet: Sendable {
  /// The result of checking the file.
  package enum CheckResult: Hashable, Sendable {
    /// The file has not changed.
    case unchanged
    /// The file's keys are active.
    case replaced(keys: Int)
    /// The file is invalid, and the previous keys stay active.
    case refused(IdentityConfigurationError)
  }

  private struct State: Sendable {
    var document: JSONWebKeySet
    var fingerprint: String
    /// The error of the file's current content; nil if it was loaded.
    var refusal: IdentityConfigurationError?
  }

  private let file: KeySetFile
  private let state: Mutex<State>

  /// Loads the file.
  ///
  /// - Throws: ``IdentityConfigurationError`` with all problems.
  package init(_ url: URL) throws(IdentityConfigurationError) {
    self.file = KeySetFile(url: url)
    // The fingerprint is taken first, so that a write during reading shows as a change.
    let fingerprint = self.file.fingerprint
    self.state = Mutex(State(document: try self.file.read(), fingerprint: fingerprint))
  }

  /// The number of active keys.
  package var count: Int { self.state.withLock { $0.document.count } }

  /// Returns the key with an ID; without an ID, the only key.
  func key(named id: String?) -> VerificationKey? {
    self.state.withLock { $0.document.key(named: id) }
  }

  /// Reloads the keys after changes until the task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: The polling interval, in addition to file events; nil for the default.
  ///   - report: Called with the result of each check that found a change.
  package func watch(
    every interval: Duration? = nil, logger: Logger,
    report: @Sendable (CheckResult) -> Void = { _ in }
  ) async {
    await FileWatcher(files: [self.file.url], every: interval).run {
      let look = self.reloadIfChanged()
      if look == .unchanged { return }
      self.log(look, to: logger)
      report(look)
    }
  }

  /// Checks the file once. An invalid file is read again at each check, since its fingerprint need
  /// not change when it becomes readable; the same error counts as unchanged.
  func reloadIfChanged() -> CheckResult {
    let fingerprint = self.file.fingerprint
    let (seen, refusal) = self.state.withLock { ($0.fingerprint, $0.refusal) }
    if fingerprint == seen, refusal == nil { return .unchanged }
    do {
      let document = try self.file.read()
      self.state.withLock { $0 = State(document: document, fingerprint: fingerprint) }
      return .replaced(keys: document.count)
    } catch {
      self.state.withLock {
        $0.fingerprint = fingerprint
        $0.refusal = error
      }
      return error == refusal ? .unchanged : .refused(error)
    }
  }

  private func log(_ look: CheckResult, to logger: Logger) {
    switch look {
    case .unchanged:
      break
    case .replaced(keys: 0):
      logger.warning("JWKS reloaded without keys; every token is refused")
    case .replaced(let keys):
      logger.info("JWKS reloaded", metadata: ["keys": "\(keys)"])
    case .refused(let error):
      for problem in error.problems {
        logger.error(
          "JWKS reload failed; the previous keys stay in use",
          metadata: ["problem": "\(problem)"])
      }
    }
  }
}
