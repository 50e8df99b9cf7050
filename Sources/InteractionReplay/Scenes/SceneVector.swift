public import InteractionCore
import InteractionExperience
import InteractionTrace

/// One of the scene vectors that every client is held to: a recording that ships, and how late its
/// directives arrive.
public struct SceneVector: Hashable, Sendable {
  /// The recording.
  public var trace: BundledTrace
  /// How long after its event a directive arrives.
  public var delay: TimeSpan

  public init(trace: BundledTrace, delay: TimeSpan = .zero) {
    self.trace = trace
    self.delay = delay
  }

  /// Every recording without delay, with one during which releases are held and taps answered
  /// already (rules D7, T14), and with one that no timeline outlasts (rule D4).
  public static let all: [SceneVector] =
    BundledTrace.allCases.flatMap { trace in
      [.zero, .milliseconds(150), .seconds(3)].map { SceneVector(trace: trace, delay: $0) }
    }

  /// The name of its file, without an extension: `second-floor`, `second-floor-150ms`.
  public var name: String {
    let milliseconds = self.delay.microseconds / 1000
    return self.trace.rawValue + (milliseconds == 0 ? "" : "-\(milliseconds)ms")
  }

  /// The vector, as the engine and the presenter make it now.
  ///
  /// - Throws: If the recording cannot be read, or its experience is not built in.
  public var text: String {
    get throws {
      let trace = try self.trace.trace
      guard let experience = try BuiltInExperiences.named(trace.header.experience) else {
        throw TraceError("there is no experience '\(trace.header.experience)'")
      }
      return SceneText(trace, by: experience, delay: self.delay).text
    }
  }
}
