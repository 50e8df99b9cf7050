import InteractionCore
import InteractionExperience
public import InteractionTrace

/// Plays a recording without an engine: the core answers, by the experience that the recording
/// carries.
///
/// What an engine took in beside the client's events is in its recordings, and so is what a session
/// remembered that was resumed: all of them can be played so.
public struct LocalReplay: Sendable {
  /// Why a recording cannot be played so.
  public struct NoExperience: Error, CustomStringConvertible {
    public let description: String
  }

  private let trace: Trace
  private let experience: Experience

  /// - Throws: ``NoExperience`` if the recording only names its experience.
  public init(_ trace: Trace) throws {
    guard let definition = trace.header.definition else {
      throw NoExperience(
        description: "carries no experience, only its name, '\(trace.header.experience)'")
    }
    do {
      var experience = try Experience(definition)
      // What it was recorded with said the same, and left more to its preset.
      experience.digest = trace.header.digest
      self.experience = experience
      self.trace = trace
    } catch {
      throw NoExperience(description: "carries an experience that is none: \(error)")
    }
  }

  /// The same events with what the core answers.
  public var answered: Trace { self.trace.recorded(with: self.experience) }

  /// How the answers differ from what was recorded.
  public static func comparison(of recorded: Trace, with answered: Trace) -> Comparison {
    // The recording has the client's numbers, the answers have places.
    Comparison(
      expected: recorded.directives, received: answered.directives,
      strictness: .exceptCauseNumbers)
  }
}
