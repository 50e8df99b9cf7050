import Crypto
import InteractionCore
import InteractionWire
import SwiftProtobuf

/// The most recent backend commands of a session, which makes them idempotent. It is part of
/// checkpoints, and stores each ID as the first 8 bytes of its SHA-256.
@available(InteractionEngine 1.0, *)
package struct CommandDeduplication: Hashable, Sendable {
  /// The maximum number of commands.
  static let capacity = 64
  /// The minimum number of commands in a checkpoint, which holds more if there is room.
  static let minimumSealed = 12

  private struct Entry: Hashable, Sendable {
    let hash: UInt64
    /// The hash of the order; nil if an older server did not store it.
    let content: UInt32?
    let outcome: CommandOutcome
  }

  /// The commands, oldest first.
  private var entries: [Entry] = []

  init() {}

  /// Returns the outcome of the command with an ID; nil if it is not remembered.
  func outcome(of name: String) -> CommandOutcome? {
    self.entry(of: name)?.outcome
  }

  /// Returns whether the command's ID was used for a different order.
  package func isReusedID(of command: SessionCommand) -> Bool {
    self.entry(of: command.id)?.content.map { $0 != command.contentHash } ?? false
  }

  /// Adds a command, and removes the oldest one beyond the capacity.
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
extension CommandDeduplication {
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

  /// Returns the newest `count` commands, oldest first.
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
