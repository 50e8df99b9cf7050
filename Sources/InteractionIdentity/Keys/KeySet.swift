package import Foundation
import InteractionFiles
package import Logging
import Synchronization

/// The public keys that verify tokens, from a file that is watched.
///
/// A key that has gone from the file is not accepted from the next look on. A file that does not
/// load leaves the last good one in force.
@available(InteractionEngine 1.0, *)
package final class KeySet: Sendable {
  /// What came of a look at the file.
  package enum Look: Hashable, Sendable {
    /// The file is as it was.
    case unchanged
    /// The file's keys are in force.
    case replaced(keys: Int)
    /// The file does not load, and the keys from before stay in force.
    case refused(IdentityOptionError)
  }

  private struct State: Sendable {
    var document: KeyDocument
    var fingerprint: String
    /// Why the file as it is now is not in force.
    var refusal: IdentityOptionError?
  }

  private let file: TokenKeyFile
  private let state: Mutex<State>

  /// Loads the file; the error lists every problem.
  package init(_ url: URL) throws(IdentityOptionError) {
    self.file = TokenKeyFile(url: url)
    // The fingerprint comes first: what is written while the file is read then shows as a change.
    let fingerprint = self.file.fingerprint
    self.state = Mutex(State(document: try self.file.read(), fingerprint: fingerprint))
  }

  /// How many keys are in force.
  package var count: Int { self.state.withLock { $0.document.count } }

  /// The key of that name; without a name, the only key there is.
  func key(named id: String?) -> VerificationKey? {
    self.state.withLock { $0.document.key(named: id) }
  }

  /// Keeps the keys current until the task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: How often it looks, whatever the kernel says; nil for the default.
  ///   - report: Hears what came of each look that found something new.
  package func watch(
    every interval: Duration? = nil, logger: Logger, report: @Sendable (Look) -> Void = { _ in }
  ) async {
    await FileWatch(files: [self.file.url], every: interval).run {
      let look = self.look()
      if look == .unchanged { return }
      self.log(look, to: logger)
      report(look)
    }
  }

  /// Looks at the file once. A file that was refused is read again each time, since what kept it
  /// from being read need not show in its fingerprint; the same refusal counts as no change.
  func look() -> Look {
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

  private func log(_ look: Look, to logger: Logger) {
    switch look {
    case .unchanged:
      break
    case .replaced(keys: 0):
      logger.warning("keys reloaded; there are none, so every token is refused")
    case .replaced(let keys):
      logger.info("keys reloaded", metadata: ["keys": "\(keys)"])
    case .refused(let error):
      for problem in error.problems {
        logger.error(
          "keys not reloaded; the last good ones stay in force",
          metadata: ["problem": "\(problem)"])
      }
    }
  }
}
