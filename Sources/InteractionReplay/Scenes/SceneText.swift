public import InteractionCore
import InteractionPresentation
public import InteractionTrace
import InteractionWire

/// What a client shows over a recording, as text: the vectors by which a client in any language is
/// checked. *Conformance* describes the form.
///
/// The client sees each event and, `delay` later, what the engine answers. After each of both, and 20
/// times a second while something moves, the text says what has changed.
public struct SceneText {
  /// The version of the form.
  public static let version = 2
  /// The text.
  public private(set) var text: String
  private var presenter: Presenter
  private var shown: [Scene.Element] = []

  /// Something that happens to a client.
  private enum Call {
    case see(Event)
    case receive(Directive)
  }

  /// The scenes of `trace`, answered by `experience`, each directive arriving `delay` after the event
  /// that led to it.
  public init(_ trace: Trace, by experience: Experience, delay: TimeSpan = .zero) {
    let answered = trace.recorded(with: experience)
    let (start, environment) = (trace.header.start, trace.header.environment)
    var session = Session(experience: experience, environment: environment)
    _ = session.handle(answered.openingEvent)
    self.presenter = Presenter(opened: session.snapshot, in: environment, at: start)
    self.text = """
      scenes \(Self.version)
      experience \(experience.name)
      delay \(delay.microseconds)
      environment \(environment.proto.json)
      snapshot \(session.snapshot.proto.json)

      """
    self.write("at \(start.microseconds) open", at: start)
    let calls = Self.calls(of: answered, delay: delay)
    for (time, call) in calls {
      self.play(until: time)
      self.make(call, at: time)
    }
    self.play(until: (calls.last?.time ?? start) + .seconds(2))
  }

  /// What happens, in order of time. What the recorded client reported by itself is left out: the
  /// presenter says it.
  private static func calls(of trace: Trace, delay: TimeSpan) -> [(time: Instant, call: Call)] {
    var calls = trace.opening.map { (time: trace.header.start + delay, call: Call.receive($0)) }
    for step in trace.steps {
      let time = step.event.time
      if step.event.isSeen { calls.append((time, .see(step.event))) }
      calls += step.directives.map { (time + delay, .receive($0)) }
    }
    // Swift's sort keeps the order of what happens at the same time.
    return calls.sorted { $0.time < $1.time }
  }

  private mutating func make(_ call: Call, at now: Instant) {
    let reports = self.presenter.reports(until: now)
    switch call {
    case .see(let event):
      self.presenter.see(event.kind, at: now)
      self.write("at \(now.microseconds) see \(event.proto.json)", reports, at: now)
    case .receive(let directive):
      _ = self.presenter.receive(directive, at: now)
      self.write("at \(now.microseconds) receive \(directive.proto.json)", reports, at: now)
    }
  }

  /// While something moves, every third of 60 frames a second. Counted so, no frame falls on the
  /// very moment of a keyframe, where the last bit of a client's arithmetic would decide.
  private mutating func play(until end: Instant) {
    while let next = self.presenter.nextChange {
      let now = max(next, self.presenter.time + TimeSpan(microseconds: 50_001))
      guard now < end else { return }
      self.write(nil, self.presenter.reports(until: now), at: now)
    }
  }

  /// What has changed since the last step; a frame in which nothing has changed is left out.
  private mutating func write(
    _ call: String?, _ reports: [Event.Kind] = [], at now: Instant
  ) {
    let elements = self.presenter.scene(at: now).elements
    var lines = reports.map { "report \(Event(time: now, kind: $0).proto.json)" }
    let (former, order) = (self.shown.map(\.target), elements.map(\.target))
    if former != order { lines.append("order \(JSON.array(order.map { JSON.string($0.path) }))") }
    for element in elements {
      let known = self.shown.first { $0.target == element.target } ?? Scene.Element(element.target)
      if known == element { continue }
      let changed = zip(element.fields, known.fields).filter { $0.json != $1.json }.map(\.0)
      if changed.isEmpty { continue }
      lines.append(
        "show \(JSON.object([("target", JSON.string(element.target.path))] + changed))")
    }
    self.shown = elements
    if call == nil && lines.isEmpty { return }
    lines.insert(call ?? "at \(now.microseconds) frame", at: 0)
    self.text += lines.joined(separator: "\n") + "\n"
  }
}

extension Event {
  /// Whether a client saw it on its screen, instead of being ordered it or reporting by itself.
  fileprivate var isSeen: Bool {
    switch self.kind {
    case .open, .tick, .serverTick, .heldDrags, .animationEnded, .holdExpired: false
    default: self.command == nil
    }
  }
}
