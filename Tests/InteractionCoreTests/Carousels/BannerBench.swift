import InteractionCore
import Testing

/// A screen with a banner, recording the banner's turns.
struct BannerBench {
  /// A turn of the banner to another page.
  struct Turn: Equatable {
    /// The time, ms.
    var time: Int64
    var item: Int
    /// The content offset that centres the page, pt.
    var x: Double
    var animated: Bool
  }

  private(set) var session: Session
  /// All turns.
  private(set) var turns: [Turn] = []
  /// A client model that applies the directives.
  private var client: ClientModel

  init(_ experience: Experience = Self.experience(), in surface: Surface = .phone) {
    self.session = Session(experience: experience, surface: surface)
    self.client = ClientModel(self.session.snapshot)
  }

  /// Returns a screen with two sliding tabs, pages above them, and a banner of 5 pictures.
  static func experience(
    tab: Int? = nil, count: Int = 5, multiplier: Int = 100, width: Double? = nil,
    interval: TimeSpan = .seconds(3), transition: TransitionDefinition? = TransitionDefinition()
  ) -> Experience {
    Experience(
      name: "banner", preset: .refined,
      sources: [ScrollSource(id: .banner, tab: tab), ScrollSource(id: .home, tab: 0)],
      tabBar: TabBarDefinition(
        items: [TabItem(title: LocalizedText()), TabItem(title: LocalizedText())],
        transition: transition),
      toggles: [], floor: nil, navigation: NavigationDefinition(style: .fade),
      carousels: [
        CarouselDefinition(
          source: .banner, count: count, multiplier: multiplier, interval: interval, width: width)
      ])
  }

  /// Returns a bench whose banner rests at `item`, with its size known at 0 ms.
  static func standing(
    at item: Int, in experience: Experience = Self.experience(), width: Double = 375
  ) throws -> BannerBench {
    var surface = Surface.phone
    surface.viewport.width = width
    var bench = BannerBench(experience, in: surface)
    let total = try #require(experience.carousels.first).total
    bench.send(0, .banner(.programmaticEnded, x: Double(item) * width))
    bench.send(0, .contentSize(source: .banner, size: .pages(total, width: width)))
    return bench
  }

  /// Sends an event at `time` ms. Returns the directives of the event and of the time before it.
  @discardableResult mutating func send(
    _ time: Int64, _ kind: InteractionEvent.Kind, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Directive] {
    let event = InteractionEvent.at(time, kind)
    #expect(self.session.violations(in: event) == [], sourceLocation: sourceLocation)
    let directives = self.session.handle(event)
    let kinds = directives.kinds(since: self.client.snapshot)
    for (directive, kind) in zip(directives, kinds) {
      self.client.apply(directive)
      guard case .happens(.scrollCarousel(let source, let item, let x, let animated)) = kind
      else { continue }
      #expect(source == .banner, sourceLocation: sourceLocation)
      self.turns.append(
        Turn(time: directive.at.microseconds / 1000, item: item, x: x, animated: animated))
    }
    #expect(self.client.snapshot == self.session.snapshot, sourceLocation: sourceLocation)
    return directives
  }

  /// Advances the time to `time` ms.
  mutating func wait(until time: Int64, sourceLocation: SourceLocation = #_sourceLocation) {
    self.send(time, .tick, sourceLocation: sourceLocation)
  }

  /// The times of the animated turns, ms.
  var times: [Int64] { self.turns.filter(\.animated).map(\.time) }
}

extension SourceID {
  /// The banner: a horizontal list with automatic turns.
  static let banner = SourceID("banner")
}

extension Size {
  /// Returns the content size of `count` pages side by side.
  static func pages(_ count: Int, width: Double) -> Size {
    Size(width: Double(count) * width, height: 160)
  }
}

extension InteractionEvent.Kind {
  /// Returns a scroll report of the banner.
  static func banner(_ phase: Scroll.Phase, x: Double, drag: UInt32 = 1) -> InteractionEvent.Kind {
    .scroll(Scroll(source: .banner, drag: drag, phase: phase, x: x, y: 0))
  }
}
