public import InteractionCore
import InteractionPresentation
public import InteractionTrace
import InteractionWire

/// The scenes that a client shows over a recording, as text: the test vectors for clients in any
/// language. *Conformance* describes the format.
///
/// The client sees each event and, `delay` later, the engine's directives. After each of both, and
/// 20 times a second during animations, the text lists the changes.
public struct SceneText {
  /// The version of the format.
  public static let version = 2
  /// The text.
  public private(set) var text: String
  private var visibleElements: [PresentedScene.Element] = []

  /// Creates the scenes of `trace`, answered by `experience`; each directive arrives `delay` after
  /// its event.
  public init(_ trace: Trace, by experience: Experience, delay: TimeSpan = .zero) {
    // Every third frame at 60 Hz, plus 1 µs so that none coincides with a keyframe, where a
    // rounding difference of a client's arithmetic would decide.
    let frame = TimeSpan(microseconds: 50_001)
    let player = ScenePlayer(trace, by: experience, frame: frame, delay: delay)
    self.text = """
      scenes \(Self.version)
      experience \(experience.name)
      delay \(delay.microseconds)
      surface \(trace.header.surface.proto.json)
      snapshot \(player.opened.proto.json)

      """
    player.play(rest: .seconds(2)) { cue, reports, scene, now in
      self.write(cue, reports, scene, at: now)
    }
  }

  /// Writes the changes since the last scene; a frame without changes is left out.
  private mutating func write(
    _ cue: ScenePlayer.Cue, _ reports: [InteractionEvent.Kind], _ scene: PresentedScene,
    at now: Instant
  ) {
    let elements = scene.elements
    var lines = reports.map { "report \(InteractionEvent(time: now, kind: $0).proto.json)" }
    let (former, order) = (self.visibleElements.map(\.target), elements.map(\.target))
    if former != order {
      lines.append("order \(StableJSON.array(order.map { StableJSON.string($0.path) }))")
    }
    for element in elements {
      let known =
        self.visibleElements.first { $0.target == element.target }
        ?? PresentedScene.Element(element.target)
      if known == element { continue }
      let changed = zip(element.fields, known.fields).filter { $0.json != $1.json }.map(\.0)
      if changed.isEmpty { continue }
      lines.append(
        "show \(StableJSON.object([("target", StableJSON.string(element.target.path))] + changed))")
    }
    self.visibleElements = elements
    if case .frame = cue, lines.isEmpty { return }
    lines.insert("at \(now.microseconds) \(cue.words)", at: 0)
    self.text += lines.joined(separator: "\n") + "\n"
  }
}

extension ScenePlayer.Cue {
  fileprivate var words: String {
    switch self {
    case .opened: "open"
    case .event(let event): "see \(event.proto.json)"
    case .receive(let directive): "receive \(directive.proto.json)"
    case .frame: "frame"
    }
  }
}
