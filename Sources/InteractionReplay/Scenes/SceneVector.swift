public import InteractionCore
import InteractionExperience
import InteractionTrace

/// A scene vector that every client must reproduce: a bundled recording, and the delay of its
/// directives.
public struct SceneVector: Hashable, Sendable {
  /// The recording.
  public var trace: BundledTrace
  /// The time from an event to the arrival of its directives.
  public var delay: TimeSpan

  public init(trace: BundledTrace, delay: TimeSpan = .zero) {
    self.trace = trace
    self.delay = delay
  }

  /// Every recording with three delays: none, one in which releases are held and taps answered
  /// already (rules D7, T14), and one that no timeline outlasts (rule D4).
  public static let all: [SceneVector] =
    BundledTrace.allCases.flatMap { trace in
      [.zero, .milliseconds(150), .seconds(3)].map { SceneVector(trace: trace, delay: $0) }
    }

  /// The name of its file without an extension: `second-floor`, `second-floor-150ms`.
  public var name: String {
    let milliseconds = self.delay.microseconds / 1000
    return self.trace.rawValue + (milliseconds == 0 ? "" : "-\(milliseconds)ms")
  }

  /// The vector as the current engine and presenter generate it.
  ///
  /// - Throws: An error if the recording cannot be read, or its experience is not built in.
  public var text: String {
    get throws {
      let trace = try self.trace.trace
      guard let experience = try BuiltInExperiences.named(trace.header.experience) else {
        throw TraceError("unknown experience '\(trace.header.experience)'")
      }
      return SceneText(trace, by: experience, delay: self.delay).text
    }
  }
}
