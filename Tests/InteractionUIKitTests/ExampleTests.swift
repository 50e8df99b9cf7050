import Foundation
import InteractionCore
import InteractionPresentation
import InteractionUIKit
import Testing
import UIKitStandIns

extension InteractionScreen {
  /// Replaces the display's clock in the example.
  fileprivate convenience init(on canvas: UIView) {
    self.init(on: canvas, clock: ManualClock())
  }
}

/// The example of the page *Apps with UIKit*, with the parts that it leaves to the app.
private final class HomeController: UIViewController {
  private lazy var screen = InteractionScreen(on: self.view)

  override func viewDidLoad() {
    super.viewDidLoad()
    self.screen.views.register(self.rocket, as: .toggle("rocket"), placed: .byApp)
    self.screen.views.register(self.bar, as: .tabBar)
    self.screen.observe(self.list, as: SourceID("home"))
    self.screen.renderer.drawContent = { [unowned self] in self.draw($1.content, in: $0) }
    self.screen.onEffect = { [unowned self] in self.carryOut($0) }
    self.screen.open(self.source)
  }

  func tapped(_ tab: Int) { self.screen.send(.tapTab(index: tab)) }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    self.screen.pause()
  }

  func observeTouches() {
    self.screen.observeTouches(on: self.pages, as: .pageContainer)
    self.screen.observeTouches(on: self.homeItem, as: .tab(0))
    self.screen.observeTouches(on: self.menuItem, as: .tab(1), hasLongPress: true)
    self.screen.observeTouches(on: self.floor, as: .floorPage)
    if let pop = self.navigationController?.interactivePopGestureRecognizer {
      self.screen.observeBack(pop)
    }
  }

  let rocket = UIView(frame: .zero)
  let pages = UIView(frame: .zero)
  let homeItem = UIView(frame: .zero)
  let menuItem = UIView(frame: .zero)
  let floor = UIView(frame: .zero)
  let bar = UIView(frame: .zero)
  let list = UIScrollView(frame: .zero)
  let source: LocalSource
  var drawn: [ElementContent] = []
  var effects: [Effect] = []

  init(_ source: LocalSource) {
    self.source = source
    super.init()
  }

  private func draw(_ content: ElementContent, in view: UIView) { self.drawn.append(content) }
  private func carryOut(_ effect: Effect) { self.effects.append(effect) }
}

@MainActor
@Suite("The example of the page")
struct ExampleTests {
  @Test("shows what the session has, and tells it what happens")
  func runs() {
    let controller = HomeController(LocalSource())
    controller.loadViewIfNeeded()
    #expect(controller.bar.frame.width == 375 && controller.bar.frame.maxY == 812)
    #expect(controller.drawn.count == 2)
    controller.tapped(1)
    #expect(controller.source.events.last == .tapTab(index: 1))
    let navigation = UINavigationController()
    controller.navigationController = navigation
    controller.observeTouches()
    FingerSimulation(on: controller.homeItem, at: 5, 5).lift()
    #expect(controller.source.events.last == .tapTab(index: 0))
  }
}
