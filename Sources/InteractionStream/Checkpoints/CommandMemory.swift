import Crypto
import InteractionCore
import InteractionWire
import SwiftProtobuf

/// The newest commands that a session has carried out, so that a repeated one is not carried out
/// again. It travels in checkpoints, and keeps names as the first 8 bytes of their SHA-256.
@available(InteractionEngine 1.0, *)
package struct CommandMemory: Hashable, Sendable {
  /// How many are remembered on one server.
  static let capacity = 64
  /// How many travel at least; as many more as there is room for.
  static let leastSealed = 12

  private struct Entry: Hashable, Sendable {
    let hash: UInt64
    /// Hash of the order; nil where an older server did not write it.
    let content: UInt32?
    let outcome: CommandOutcome
  }

  /// Oldest first.
  private var entries: [Entry] = []

  init() {}

  /// What became of a command of that name; nil if it is not remembered.
  func outcome(of name: String) -> CommandOutcome? {
    self.entry(of: name)?.outcome
  }

  /// Whether the name of a command has stood for another one.
  package func hasGiven(another command: SessionCommand) -> Bool {
    self.entry(of: command.id)?.content.map { $0 != command.contentHash } ?? false
  }

  /// Remembers a command, and forgets the oldest where there are too many.
  mutating func remember(_ command: SessionCommand, _ outcome: CommandOutcome) {
    self.entries.append(
      Entry(hash: Self.hash(command.id), content: command.contentHash, outcome: outcome))
    if self.entries.count > Self.capacity { self.entries.removeFirst() }
  }

  private func entry(of name: String) -> Entry? {
    guard !self.entries.isEmpty else { return nil }
    let hash = Self.hash(name)
    return self.entries.first { $0.hash == hash }
  }

  private static func hash(_ name: String) -> UInt64 {
    SHA256.hash(data: Array(name.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

@available(InteractionEngine 1.0, *)
extension CommandMemory {
  init(_ proto: [Interaction_Storage_V1_RememberedCommand]) {
    self.entries = proto.suffix(Self.capacity).map { command in
      let outcome =
        (try? Refusal.Reason(optional: command.refusal, "refusal")).flatMap { $0 }.map {
          CommandOutcome.refused($0, last: command.directive)
        }
      return Entry(
        hash: command.nameHash,
        content: command.contentHash == 0 ? nil : command.contentHash,
        outcome: outcome ?? .carriedOut(last: command.directive))
    }
  }

  /// The newest `count` commands, oldest first.
  func proto(newest count: Int) -> [Interaction_Storage_V1_RememberedCommand] {
    self.entries.suffix(count).map { entry in
      .with {
        $0.nameHash = entry.hash
        $0.directive = entry.outcome.last
        $0.contentHash = entry.content ?? 0
        if case .refused(let reason, _) = entry.outcome { $0.refusal = reason.proto }
      }
    }
  }
}
