import Foundation
import InteractionFiles
import Synchronization

/// A file of access tokens, one per line, for sessions in turn. It is reread periodically, since
/// tokens expire.
package final class AccessTokenFile: Sendable {
  private struct State {
    var tokens: [String]
    var readAt: ContinuousClock.Instant
  }

  /// The interval after which the file is reread.
  private static let rereadInterval = Duration.seconds(1)

  private let path: String
  private let state: Mutex<State>

  /// - Throws: ``LoadError`` if the file cannot be read or has no tokens.
  package init(_ path: String) throws {
    self.path = path
    self.state = Mutex(State(tokens: try Self.read(path), readAt: .now))
  }

  /// Returns the token of a session, round-robin.
  package func token(of session: Int) -> String {
    self.state.withLock { state in
      if state.readAt.duration(to: .now) > Self.rereadInterval {
        state.readAt = .now
        // If the file is being replaced, the next interval rereads it.
        if let tokens = try? Self.read(self.path) { state.tokens = tokens }
      }
      return state.tokens[session % state.tokens.count]
    }
  }

  private static func read(_ path: String) throws -> [String] {
    let text: String
    do {
      text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    } catch {
      throw LoadError(
        .invalidArgument, "--token-file is '\(path)'; cannot read it: \(FileError(error))")
    }
    let tokens = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !tokens.isEmpty else {
      throw LoadError(.invalidArgument, "--token-file is '\(path)'; the file contains no token")
    }
    return tokens
  }
}
