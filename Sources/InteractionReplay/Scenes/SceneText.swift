public import InteractionCore
import InteractionPresentation
public import InteractionTrace

/// What a client shows over a recording, as text: the vectors by which a client in any language is
/// checked.
///
/// The client sees each event and at once what the engine answers. After each of both, and 20 times a
/// second while something moves, there is a line `at` with the session time in µs, if anything has
/// changed; below it a line for each element that has, with its path and the values that changed, and
/// a line `-` for each that is gone. The line `order` names all elements, where that changes.
public struct SceneText {
  /// The text.
  public private(set) var text = "scenes 1\n"
  private var presenter: Presenter
  private var shown: [String: [(key: String, value: String)]] = [:]
  private var order: [String] = []

  /// The scenes of `trace`, answered by `experience`.
  public init(_ trace: Trace, by experience: Experience) {
    let answered = trace.recorded(with: experience)
    let (start, environment) = (trace.header.start, trace.header.environment)
    var session = Session(experience: experience, environment: environment)
    _ = session.handle(answered.openingEvent)
    self.presenter = Presenter(opened: session.snapshot, in: environment, at: start)
    self.text += "experience \(experience.name)\n"
    self.receive(answered.opening, at: start)
    for step in answered.steps {
      let time = step.event.time
      self.play(until: time)
      if step.event.command == nil { self.presenter.see(step.event.kind, at: time) }
      self.receive(step.directives, at: time)
    }
    self.play(until: (answered.steps.last?.event.time ?? start) + .seconds(3))
  }

  private mutating func receive(_ directives: [Directive], at now: Instant) {
    for directive in directives { _ = self.presenter.receive(directive, at: now) }
    self.write(at: now)
  }

  /// While something moves, 20 frames a second.
  private mutating func play(until end: Instant) {
    while let next = self.presenter.nextChange {
      let now = max(next, self.presenter.time + .milliseconds(50))
      guard now < end else { return }
      // The recording says itself what was reported.
      _ = self.presenter.reports(until: now)
      self.write(at: now)
    }
  }

  private mutating func write(at now: Instant) {
    let scene = self.presenter.scene(at: now)
    var lines: [String] = []
    var current: [String: [(key: String, value: String)]] = [:]
    for element in scene.elements {
      let (path, words) = (escaped(element.target.path), element.words)
      current[path] = words
      let former = self.shown[path] ?? []
      let changed = words.filter { word in !former.contains { $0 == word } }
      if changed.isEmpty { continue }
      lines.append(([path] + changed.map { "\($0.key)=\($0.value)" }).joined(separator: " "))
    }
    let order = scene.elements.map { escaped($0.target.path) }
    let gone = self.order.filter { current[$0] == nil }.map { "- \($0)" }
    if order != self.order { lines.insert("order \(order.joined(separator: " "))", at: 0) }
    self.shown = current
    self.order = order
    if lines.isEmpty && gone.isEmpty { return }
    self.text += "at \(now.microseconds)\n" + (gone + lines).map { $0 + "\n" }.joined()
  }
}
