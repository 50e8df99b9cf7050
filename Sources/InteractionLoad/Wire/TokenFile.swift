import Foundation
import InteractionFiles
import Synchronization

/// Tokens that say who sessions are of, one on a line of a file. It is read again now and then,
/// since tokens expire.
package final class TokenFile: Sendable {
  private struct State {
    var tokens: [String]
    var readAt: ContinuousClock.Instant
  }

  /// How long what was read is taken for true.
  private static let freshness = Duration.seconds(1)

  private let path: String
  private let state: Mutex<State>

  /// - Throws: ``LoadError`` if there are none.
  package init(_ path: String) throws {
    self.path = path
    self.state = Mutex(State(tokens: try Self.read(path), readAt: .now))
  }

  /// The token of a session: they take turns.
  package func token(of session: Int) -> String {
    self.state.withLock { state in
      if state.readAt.duration(to: .now) > Self.freshness {
        state.readAt = .now
        // A file that is being replaced is read at the next occasion.
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
      throw LoadError(.usage, "--token-file \(path) cannot be read: \(FileProblem(error))")
    }
    let tokens = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !tokens.isEmpty else {
      throw LoadError(.usage, "--token-file \(path) holds no token")
    }
    return tokens
  }
}
