public import InteractionCore
public import InteractionTrace

/// A short session of the home screen's features: the rocket, a grab, tabs, scroll-to-top, and the
/// second floor.
public struct HomeScreenTour {
  private let experience: Experience
  private var home = ScrollSimulator(source: SourceID("home"))
  private var time = Instant.zero
  private var events: [InteractionEvent] = []

  /// Creates a tour of `experience`, whose list `home` must drive a toggle at 456 pt and a second
  /// floor.
  public init(of experience: Experience) {
    self.experience = experience
  }

  /// Generates the tour, with the directives of its experience.
  public mutating func trace() -> Trace {
    self.happen(
      .assetReady(Asset(slot: "floor", kind: .animated, size: Size(width: 750, height: 1334))),
      after: .milliseconds(100))
    self.fling(along: Self.speeds(upTo: 1900, samples: 14), after: .milliseconds(400))
    // A grab during the deceleration: the finger takes the list back across the threshold.
    self.fling(
      along: Self.speeds(upTo: 1500, samples: 10), after: .milliseconds(300),
      grabbedAfter: .milliseconds(180))
    self.fling(along: Self.speeds(upTo: -2600, samples: 16), after: .zero)
    self.fling(along: Self.speeds(upTo: 2100, samples: 12), after: .milliseconds(250))
    self.happen(.tapTab(index: 2), after: .milliseconds(300))
    self.happen(.tapTab(index: 0), after: .milliseconds(600))
    // A tap on the selected tab past the threshold scrolls to the top.
    self.happen(.tapTab(index: 0), after: .milliseconds(500))
    self.time = self.home.move(
      to: 0, from: self.time + .milliseconds(30), duration: .milliseconds(350))
    self.events += self.home.takeEvents()
    self.pullDown(to: 120, after: .milliseconds(400))
    self.pullDown(to: 176, after: .milliseconds(250))
    self.finishAnimation()
    self.happen(.floor(.close), after: .milliseconds(900))
    self.finishAnimation()
    self.happen(.tick, after: .seconds(1))
    let header = Trace.Header(
      experience: self.experience.name, surface: .phone, client: "tour")
    return Trace(header: header, events: self.events).recorded(with: self.experience)
  }

  private mutating func fling(
    along speeds: [Double], after pause: TimeSpan, grabbedAfter grab: TimeSpan? = nil
  ) {
    let (lifted, velocity) = self.home.drag(along: speeds, from: self.time + pause)
    self.time = self.home.decelerate(
      from: lifted, velocity: velocity, until: grab.map { lifted + $0 })
    self.events += self.home.takeEvents()
  }

  private mutating func pullDown(to offset: Double, after pause: TimeSpan) {
    let way = ScrollPhysics.fingerDistance(forOffset: offset, dimension: 812)
    let speed = -way / (30 * self.home.interval.seconds)
    self.fling(
      along: Array(repeating: speed, count: 30) + Array(repeating: 0, count: 8), after: pause)
  }

  /// Reports the end of the floor's newest animation, as a client does.
  private mutating func finishAnimation() {
    let header = Trace.Header(experience: self.experience.name, surface: .phone)
    let answered = Trace(header: header, events: self.events).recorded(with: self.experience)
    guard
      let newest = answered.directives.last(where: { directive in
        guard case .floor = directive.settings.first?.state else { return false }
        return directive.timeline != nil
      }), let timeline = newest.timeline
    else { return }
    let end = newest.at + timeline.duration
    self.time = max(self.time, end)
    self.events.removeAll { $0.time > end }
    self.events.append(
      InteractionEvent(
        time: end, kind: .animationEnded(directive: newest.sequence, outcome: .finished)))
  }

  private mutating func happen(_ kind: InteractionEvent.Kind, after pause: TimeSpan) {
    self.time = self.time + pause
    self.events.append(InteractionEvent(time: self.time, kind: kind))
  }

  /// Returns finger speeds that rise to `speed` and stay there.
  private static func speeds(upTo speed: Double, samples: Int) -> [Double] {
    (1 ... samples).map { speed * min(Double($0) / (Double(samples) * 0.6), 1) }
  }
}
