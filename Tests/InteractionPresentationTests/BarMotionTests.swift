import InteractionCore
import InteractionPresentation
import Testing

@Suite("R12 T18: the bar leaves and comes back")
struct BarMotionTests {
  /// A session with a toggle that moves the bar, and its presenter.
  private struct Phone {
    var session: Session
    var presenter: Presenter

    init() {
      let source = SourceID("home")
      var toggle = ToggleDefinition(id: "bar", source: source, rule: .directional)
      toggle.appearance.hidesBar = true
      toggle.appearance.duration = .milliseconds(250)
      let experience = Experience(
        name: "bar", preset: .refined, sources: [ScrollSource(id: source)],
        tabBar: TabBarDefinition(items: [TabItem(title: LocalizedText(fallback: "Home"))]),
        toggles: [toggle], floor: nil)
      self.session = Session(experience: experience, surface: .phone)
      _ = self.session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
      self.presenter = Presenter(opened: self.session.snapshot, in: .phone, at: .zero)
    }

    mutating func send(_ kind: InteractionEvent.Kind, at ms: Int64) {
      let time = Instant.zero + .milliseconds(ms)
      self.presenter.handle(kind, at: time)
      for directive in self.session.handle(InteractionEvent(time: time, kind: kind)) {
        _ = self.presenter.receive(directive, at: time)
      }
    }

    mutating func drag(to offsets: [Double], at ms: Int64) {
      for (index, y) in offsets.enumerated() {
        self.send(
          .scroll(
            Scroll(
              source: SourceID("home"), drag: 1, phase: ms == 0 && index == 0 ? .began : .moved,
              y: y)), at: ms)
      }
    }

    /// The top of the bar, pt; infinite while it is hidden.
    mutating func bar(at ms: Int64) -> Double {
      guard let bar = self.presenter.scene(at: Instant.zero + .milliseconds(ms))[.tabBar],
        !bar.isHidden, let frame = bar.frame
      else { return .infinity }
      return frame.y + bar.values.translation.y
    }
  }

  @Test("R12: it slides out, and is hidden once it is out")
  func leaves() {
    var phone = Phone()
    let home = phone.bar(at: 0)
    phone.drag(to: [0, 40], at: 0)
    let at0 = phone.bar(at: 0)
    #expect(at0 == home)
    let halfway = phone.bar(at: 125)
    #expect(halfway > home + 20 && halfway < 790)
    let at260 = phone.bar(at: 260)
    #expect(at260 == .infinity)
  }

  @Test("R12: a turn on its way takes it back from where it is")
  func turns() {
    var phone = Phone()
    let home = phone.bar(at: 0)
    phone.drag(to: [0, 40], at: 0)
    let before = phone.bar(at: 125)
    phone.drag(to: [25], at: 125)
    let after = phone.bar(at: 125)
    #expect(abs(after - before) < 0.01)
    let at400 = phone.bar(at: 400)
    #expect(at400 == home)
    phone.drag(to: [80], at: 410)
    let second = phone.bar(at: 410)
    #expect(abs(second - home) < 0.01)
  }

  @Test("T18: so it does for a command")
  func command() {
    var phone = Phone()
    let home = phone.bar(at: 0)
    phone.send(.bar(isHidden: true), at: 10)
    let at135 = phone.bar(at: 135)
    #expect(at135 > home)
    let at300 = phone.bar(at: 300)
    #expect(at300 == .infinity)
    phone.send(.bar(isHidden: false), at: 300)
    let start = phone.bar(at: 300)
    #expect(start >= 811)
    let at600 = phone.bar(at: 600)
    #expect(at600 == home)
  }
}
