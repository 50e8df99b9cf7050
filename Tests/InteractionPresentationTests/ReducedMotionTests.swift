import InteractionCore
import InteractionPresentation
import Testing

/// The links of a client whose user has reduced motion.
@Suite("D6: with reduced motion")
struct ReducedMotionTests {
  private static let home = SourceID("home")

  private static var surface: Surface {
    var surface = Surface.phone
    surface.reducedMotion = true
    return surface
  }

  /// Returns a link from 0 to `distance`.
  private func link(
    _ driver: ScrollLink.Driver, _ target: ViewPath, _ property: AnimatedProperty,
    distance: Double, from start: Double, to end: Double
  ) -> ScrollLink {
    ScrollLink(
      driver: driver, target: target, property: property, startOffset: 0, endOffset: distance,
      startValue: start, endValue: end)
  }

  private func values(_ presenter: Presenter, _ target: ViewPath) -> [Double?] {
    let values = presenter.scene(at: .zero)[target]?.values
    return [values?.translation.x, values?.opacity]
  }

  @Test("links to lists have no values on the way")
  func lists() {
    let target = ViewPath("header")
    var experience = PresenterTests.experience
    experience.links = [
      self.link(.offset(Self.home), target, .translateX, distance: -100, from: 8, to: 48),
      self.link(.offset(Self.home), target, .opacity, distance: -100, from: 1, to: 0),
    ]
    let snapshot = Session(experience: experience, surface: .phone).snapshot
    var presenter = Presenter(opened: snapshot, in: .phone, at: .zero)
    func scroll(_ y: Double) -> [Double?] {
      presenter.report(.offset(Self.home, x: 0, y: y), at: .zero)
      return self.values(presenter, target)
    }
    #expect(scroll(-25) == [18, 0.75])
    presenter.report(.surface(Self.surface), at: .zero)
    #expect([0, -25, -50].map(scroll) == [[8, 1], [8, 1], [8, 1]])
    #expect([-75, -200].map(scroll) == [[8, 0], [8, 0]])
    #expect(
      presenter.scene(at: .zero)[.list(Self.home)]?.values.contentOffset == Point(x: 0, y: -200))
  }

  @Test("only a view that moves as far as its finger follows it")
  func fingers() {
    let pages = ScrollLink.Driver.translation(.pageContainer)
    let links = [
      self.link(pages, .page(0), .translateX, distance: 300, from: 0, to: 300),
      self.link(pages, .page(1), .translateX, distance: 300, from: -100, to: 0),
      self.link(pages, .page(1), .opacity, distance: 300, from: 0.5, to: 1),
    ]
    var snapshot = Session(experience: PresenterTests.experience, surface: .phone).snapshot
    snapshot.settings.removeAll { $0.aspect == .transition }
    let transition = TransitionState(
      phase: .interactive(links: links, hold: .milliseconds(300)), from: 0, to: 1)
    snapshot.settings.append(Setting(generation: 1, state: .transition(transition)))
    var presenter = Presenter(opened: snapshot, in: Self.surface, at: .zero)
    func drag(_ translation: Double) -> [[Double?]] {
      presenter.report(.drag(.pageContainer, translation: translation), at: .zero)
      return [ViewPath.page(0), .page(1)].map { self.values(presenter, $0) }
    }
    #expect(drag(100) == [[100, 1], [-100, 0.5]])
    #expect(drag(200) == [[200, 1], [0, 1]])
  }
}
