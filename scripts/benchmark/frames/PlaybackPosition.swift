import InteractionCore
import InteractionExperience
import InteractionPresentation
import InteractionReplay
import InteractionTrace

/// A presenter at a time within a recording.
struct PlaybackPosition {
  private static let frame = TimeSpan(microseconds: 16_667)

  private let presenter: Presenter
  private let time: Instant

  /// Plays a bundled recording until `time`.
  init(of recording: BundledTrace, at time: Instant) throws {
    let trace = try recording.trace
    guard let experience = try BuiltInExperiences.named(trace.header.experience) else {
      throw TraceError("unknown experience '\(trace.header.experience)'")
    }
    let (start, surface) = (trace.header.start, trace.header.surface)
    var session = Session(experience: experience, surface: surface)
    let opening = session.handle(trace.openingEvent)
    var presenter = Presenter(opened: session.snapshot, in: surface, at: start)
    for directive in opening { _ = presenter.receive(directive, at: start) }
    for step in trace.steps where step.event.time <= time {
      presenter.handle(step.event.kind, at: step.event.time)
      for directive in step.directives { _ = presenter.receive(directive, at: step.event.time) }
    }
    _ = presenter.reports(until: time)
    self.presenter = presenter
    self.time = time
  }

  /// The number of elements of its scene.
  var elements: Int { self.show(1) }

  /// The number of elements that change in the next frame.
  var moving: Int {
    let (now, next) = (self.time, self.time + Self.frame)
    return zip(self.presenter.scene(at: now).elements, self.presenter.scene(at: next).elements)
      .count { $0 != $1 }
  }

  /// Makes a number of frames. Returns the total number of their elements.
  @discardableResult
  func show(_ number: Int) -> Int {
    (0 ..< number).reduce(0) { sum, _ in
      sum + self.presenter.scene(at: self.time).elements.count
    }
  }
}
