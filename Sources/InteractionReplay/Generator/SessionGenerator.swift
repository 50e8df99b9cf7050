public import InteractionCore
import InteractionRandom
public import InteractionTrace

/// Generates whole sessions from a seed: possible actions of a user of a home screen.
public struct SessionGenerator {
  /// The actions of a generated session.
  public struct Options: Hashable, Sendable {
    /// The range of the number of gestures.
    public var gestures: ClosedRange<Int>
    /// True if the second list is scrolled as well.
    public var usesSecondSource: Bool
    /// True if tabs are tapped.
    public var taps: Bool
    /// True if the list is pulled down.
    public var pullsDown: Bool
    /// True if commands are sent, such as for the floor or a toggle.
    public var commands: Bool
    /// True if the app reports the content's size, shows other lists, pushes pages, changes items
    /// and the bar, and turns the floor off and on, and if tabs are pressed.
    public var changes: Bool

    public init(
      gestures: ClosedRange<Int>, usesSecondSource: Bool, taps: Bool, pullsDown: Bool,
      commands: Bool, changes: Bool = false
    ) {
      self.gestures = gestures
      self.usesSecondSource = usesSecondSource
      self.taps = taps
      self.pullsDown = pullsDown
      self.commands = commands
      self.changes = changes
    }

    /// Drags, flings, grabs and programmatic moves, on two lists.
    public static let scrolling = Options(
      gestures: 1 ... 6, usesSecondSource: true, taps: false, pullsDown: false, commands: false)
    /// All actions.
    public static let everything = Options(
      gestures: 6 ... 12, usesSecondSource: true, taps: true, pullsDown: true, commands: true)
    /// All actions, and changes by the app.
    public static let changing = Options(
      gestures: 6 ... 12, usesSecondSource: true, taps: true, pullsDown: true, commands: true,
      changes: true)
  }

  private var random: SeededGenerator
  private let seed: UInt64
  private let plan: Options
  private let surface: Surface
  private var home: ScrollSimulator
  private var feed: ScrollSimulator
  private var time = Instant.zero
  private var events: [InteractionEvent] = []

  public init(seed: UInt64, plan: Options = .everything, surface: Surface = .phone) {
    var random = SeededGenerator(seed: seed)
    let rate: Int64 = Bool.random(using: &random) ? 60 : 120
    let height = surface.viewport.height
    self.home = ScrollSimulator(
      source: SourceID("home"), viewportHeight: height, samplesPerSecond: rate)
    self.feed = ScrollSimulator(
      source: SourceID("feed"), viewportHeight: height, samplesPerSecond: rate)
    self.random = random
    self.seed = seed
    self.plan = plan
    self.surface = surface
  }

  /// Generates the session; it ends with a tick after every deadline has expired.
  public mutating func trace(experience: String) -> Trace {
    let count = Int.random(in: self.plan.gestures, using: &self.random)
    for _ in 0 ..< count {
      self.time = self.time + self.milliseconds(80 ... 700)
      if self.plan.changes { self.change() }
      self.gesture()
    }
    self.append(.tick, after: .seconds(10))
    let header = Trace.Header(
      experience: experience, surface: self.surface, client: "generator seed=\(self.seed)")
    return Trace(header: header, events: self.events)
  }

  private mutating func gesture() {
    switch Int.random(in: 0 ..< 100, using: &self.random) {
    case 0 ..< 40: self.fling()
    case 40 ..< 55: self.slowDrag()
    case 55 ..< 65: self.jump()
    case 65 ..< 72 where self.plan.usesSecondSource: self.secondList()
    case 72 ..< 82 where self.plan.taps: self.tap()
    case 82 ..< 95 where self.plan.pullsDown: self.pullDown()
    case 95 ..< 100 where self.plan.commands: self.command()
    default: self.fling()
    }
  }

  /// Flings the list up or down; sometimes a finger grabs it during the deceleration.
  private mutating func fling() {
    let isUp = self.home.offset < 200 || Double.random(in: 0 ..< 1, using: &self.random) < 0.55
    let speed = Double.random(in: 400 ... 3200, using: &self.random) * (isUp ? 1 : -1)
    let (lifted, velocity) = self.home.drag(
      along: self.speeds(upTo: speed, samples: Int.random(in: 6 ... 18, using: &self.random)),
      from: self.time)
    let isGrabbed = Double.random(in: 0 ..< 1, using: &self.random) < 0.3
    let limit = isGrabbed ? lifted + self.milliseconds(60 ... 500) : nil
    self.time = self.home.decelerate(from: lifted, velocity: velocity, until: limit)
    self.events += self.home.takeEvents()
    if isGrabbed { self.slowDrag() }
  }

  /// Drags slowly and stops before the finger lifts; sometimes the system cancels the gesture.
  private mutating func slowDrag() {
    let speed = Double.random(in: -900 ... 900, using: &self.random)
    var speeds = self.speeds(upTo: speed, samples: Int.random(in: 8 ... 40, using: &self.random))
    speeds += Array(repeating: 0, count: 6)
    if Double.random(in: 0 ..< 1, using: &self.random) < 0.15 {
      self.time = self.home.dragCancelled(along: speeds, from: self.time)
    } else {
      let (lifted, velocity) = self.home.drag(along: speeds, from: self.time)
      self.time = self.home.decelerate(from: lifted, velocity: velocity)
    }
    self.events += self.home.takeEvents()
  }

  /// Moves the list programmatically.
  private mutating func jump() {
    let target =
      Bool.random(using: &self.random) ? 0 : Double.random(in: 0 ... 1500, using: &self.random)
    self.time = self.home.move(
      to: target, from: self.time, duration: self.milliseconds(50 ... 400))
    self.events += self.home.takeEvents()
  }

  private mutating func secondList() {
    let speed = Double.random(in: 300 ... 2500, using: &self.random)
    let (lifted, velocity) = self.feed.drag(
      along: self.speeds(upTo: speed, samples: 10), from: self.time)
    self.time = self.feed.decelerate(from: lifted, velocity: velocity)
    self.events += self.feed.takeEvents()
  }

  /// Taps any tab, and then the home tab.
  private mutating func tap() {
    self.append(.tapTab(index: Int.random(in: 0 ..< 5, using: &self.random)), after: .zero)
    self.append(.tapTab(index: 0), after: self.milliseconds(150 ... 900))
  }

  /// Pulls down, from slightly to well past the trigger.
  private mutating func pullDown() {
    if self.home.offset != 0 {
      self.time = self.home.move(to: 0, from: self.time, duration: .milliseconds(300))
      self.time = self.time + .milliseconds(100)
    }
    let offset = Double.random(in: 20 ... 230, using: &self.random)
    let way = ScrollPhysics.fingerDistance(
      forOffset: offset, dimension: self.surface.viewport.height)
    let samples = Int.random(in: 14 ... 30, using: &self.random)
    let seconds = Double(samples) * self.home.interval.seconds
    let (lifted, velocity) = self.home.drag(
      along: Array(repeating: -way / seconds, count: samples) + [0, 0, 0, 0], from: self.time)
    self.time = self.home.decelerate(from: lifted, velocity: velocity)
    self.events += self.home.takeEvents()
  }

  private mutating func command() {
    let kinds: [InteractionEvent.Kind] = [
      .orderToggle(id: "rocket", look: .above), .orderToggle(id: "rocket", look: .below),
      .selectTab(index: Int.random(in: 0 ..< 5, using: &self.random)), .floor(.peek),
      .floor(.open), .floor(.close), .background, .foreground,
      .assetReady(
        Asset(slot: "floor", kind: .animated, size: Size(width: 750, height: 1334))),
    ]
    self.append(
      kinds[Int.random(in: 0 ..< kinds.count, using: &self.random)],
      after: self.milliseconds(10 ... 300))
  }

  /// Reports something that only the app knows, or changes something.
  private mutating func change() {
    let tab = Int.random(in: 0 ..< 5, using: &self.random)
    let lists = ["for_you", "nearby", "following"]
    let kinds: [InteractionEvent.Kind] = [
      .contentSize(
        source: SourceID("home"),
        size: Size(width: 375, height: Double.random(in: 400 ... 3_000, using: &self.random))),
      .listShown(
        SourceID("home"),
        list: lists[Int.random(in: 0 ..< lists.count, using: &self.random)]),
      .item(ItemChange(tab: tab, title: "New", isEnabled: tab != 2)), .item(ItemChange(tab: tab)),
      .item(ItemChange(tab: tab, isHidden: true)),
      .item(ItemChange(tab: tab, image: "new", selectedImage: "new_selected")),
      .bar(isHidden: Bool.random(using: &self.random)),
      .navigate(NavigationRequest(.push, route: "page", keepsBar: tab < 3)),
      .navigate(NavigationRequest(.pop)), .pressTab(index: tab), .floor(.turnOff), .floor(.turnOn),
    ]
    self.append(
      kinds[Int.random(in: 0 ..< kinds.count, using: &self.random)],
      after: self.milliseconds(10 ... 300))
  }

  /// Returns finger speeds that rise to `speed` and stay there, with jitter.
  private mutating func speeds(upTo speed: Double, samples: Int) -> [Double] {
    (1 ... samples).map { index in
      let part = min(Double(index) / (Double(samples) * 0.6), 1)
      return speed * part * Double.random(in: 0.93 ... 1.07, using: &self.random)
    }
  }

  private mutating func milliseconds(_ range: ClosedRange<Int64>) -> TimeSpan {
    .milliseconds(Int64.random(in: range, using: &self.random))
  }

  private mutating func append(_ kind: InteractionEvent.Kind, after span: TimeSpan) {
    self.time = self.time + span
    self.events.append(InteractionEvent(time: self.time, kind: kind))
  }
}
