import InteractionCore
import InteractionExperience
public import InteractionTrace

/// Replays a recording without an engine: the core answers by the experience in the recording.
///
/// An engine's recordings contain its own inputs besides the client's events, and the state of a
/// resumed session, so all of them can be replayed.
public struct LocalReplay: Sendable {
  /// A recording without a usable experience.
  public struct MissingExperience: Error, CustomStringConvertible {
    public let description: String
  }

  private let trace: Trace
  private let experience: Experience

  /// - Throws: ``MissingExperience`` if the recording does not contain a valid experience.
  public init(_ trace: Trace) throws {
    guard let definition = trace.header.definition else {
      throw MissingExperience(
        description: "has no experience definition, only the name '\(trace.header.experience)'")
    }
    do {
      var experience = try Experience(definition)
      // The recorded experience was equivalent, but left more to its preset: its digest differs.
      experience.digest = trace.header.digest
      self.experience = experience
      self.trace = trace
    } catch {
      throw MissingExperience(description: "has an invalid experience definition: \(error)")
    }
  }

  /// The recorded events with the core's directives.
  public var answered: Trace { self.trace.recorded(with: self.experience) }

  /// Returns the differences of the core's directives from the recorded ones.
  public static func comparison(of recorded: Trace, with answered: Trace) -> DirectiveComparison {
    // The recording has the client's event numbers; the replay has indices.
    DirectiveComparison(
      expected: recorded.directives, received: answered.directives,
      strictness: .exceptCauseNumbers)
  }
}
