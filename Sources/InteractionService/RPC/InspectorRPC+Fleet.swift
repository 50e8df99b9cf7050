import GRPCCore
import InteractionCore
import InteractionStream
import InteractionVariants
import InteractionWire
import SwiftProtobuf

/// The engines of the fleet, and the sessions by version.
@available(InteractionEngine 1.0, *)
extension InspectorRPC {
  /// The maximum number of counts in a response.
  private static let maximumCounts = 1_000

  func listEngines(
    request: Interaction_Inspector_V1_ListEnginesRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_ListEnginesResponse {
    .with {
      $0.engines = self.engine.fleetDirectory.engines.map { engine in
        .with { ($0.name, $0.routingKey) = (engine.name, engine.routingKey) }
      }
    }
  }

  func countSessions(
    request: Interaction_Inspector_V1_CountSessionsRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_CountSessionsResponse {
    let entries = self.engine.registry.entries()
    let counts = Dictionary(entries.map { (CountedVersion($0), 1) }, uniquingKeysWith: +)
    let sorted = counts.sorted { one, other in
      one.value == other.value
        ? one.key.names.lexicographicallyPrecedes(other.key.names) : one.value > other.value
    }
    return .with {
      $0.counts = sorted.prefix(Self.maximumCounts).map { $0.key.proto(sessions: $0.value) }
      $0.totalSize = UInt32(clamping: entries.count)
    }
  }

  /// The version of an experience, and the variant, of a session.
  private struct CountedVersion: Hashable {
    let experience: String
    let digest: String
    /// The variant's name; empty for sessions that are in none.
    let variant: String

    init(_ entry: SessionEntry) {
      self.experience = entry.experience.name
      self.digest = entry.experience.digest
      self.variant = entry.selection?.variant ?? ""
    }

    var names: [String] { [self.experience, self.digest, self.variant] }

    func proto(sessions: Int) -> Interaction_Inspector_V1_SessionCount {
      .with {
        $0.experience = self.experience
        $0.experienceDigest = self.digest
        $0.variant = self.variant
        $0.sessions = UInt32(clamping: sessions)
      }
    }
  }
}
