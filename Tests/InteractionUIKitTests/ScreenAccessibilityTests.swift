import Foundation
import InteractionCore
import InteractionPresentation
import Testing
import UIKitStandIns

@testable import InteractionUIKit

@MainActor
@Suite("Attributes and notifications for screen readers", .serialized)
final class ScreenAccessibilityTests {
  private let canvas = UIView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  private let root = UIView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  private let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  private let bar = UIView(frame: .zero)
  private let items = (0 ..< 3).map { _ in UIView(frame: .zero) }
  private let floor = UIView(frame: .zero)
  private let detail = UIView(frame: .zero)
  private let rocket = UIView(frame: .zero)
  private let source = LocalSource(.accessible)
  private let clock = ManualClock()
  private let screen: InteractionScreen
  private var posts: [String] = []

  init() {
    self.screen = InteractionScreen(on: self.canvas, clock: self.clock)
    let views = self.screen.views
    for view in [self.root, self.floor, self.detail] { self.canvas.addSubview(view) }
    for view in [self.list, self.rocket, self.bar] { self.root.addSubview(view) }
    views.registerRoot(self.root)
    views.register(self.bar, as: .tabBar)
    views.register(self.floor, as: .floorPage)
    views.register(self.rocket, as: .toggle("rocket"))
    views.register(self.detail, forRoute: "detail")
    // From the last to the first: the order is the scene's.
    for (index, item) in self.items.enumerated().reversed() {
      self.bar.addSubview(item)
      views.register(item, as: .tab(index))
    }
    self.screen.observe(self.list, as: SourceID("home"))
    UIAccessibility.onPost = { [weak self] notification, argument in
      guard let self else { return }
      self.posts.append(self.words(notification, argument))
    }
  }

  private func words(_ notification: UIAccessibility.Notification, _ argument: Any?) -> String {
    if let speech = argument as? NSAttributedString {
      let queues = speech.attribute(
        .accessibilitySpeechQueueAnnouncement, at: 0, effectiveRange: nil)
      return "say \(speech.string), queued: \(queues as? Bool == true)"
    }
    #expect(notification == .screenChanged)
    let view = argument as? UIView
    return view === self.floor ? "floor" : view === self.detail ? "detail" : "\(argument as Any)"
  }

  /// Draws frames until nothing moves.
  private func settle() {
    for _ in 0 ..< 300 {
      guard let frame = self.clock.frame else { return }
      self.source.pass(16)
      frame()
    }
    Issue.record("the animation does not end")
  }

  private func perform(_ view: UIView) -> String? {
    guard let action = view.accessibilityCustomActions?.first else { return nil }
    #expect(view.accessibilityContainerType == .semanticGroup)
    #expect(action.actionHandler?(action) == true)
    self.settle()
    return action.name
  }

  @Test("U2: items have names, values and traits, and the order of the scene")
  func itemAttributes() {
    self.screen.open(self.source)
    #expect(self.items.map(\.accessibilityLabel) == ["Home", "Cart", "Mine"])
    #expect(self.items.map(\.accessibilityValue) == [nil, "3 new messages", nil])
    #expect(
      self.items.map(\.accessibilityTraits) == [
        [.button, .selected], .button, [.button, .notEnabled],
      ])
    #expect(self.items.map(\.isAccessibilityElement) == [true, true, true])
    #expect(self.bar.accessibilityTraits == .tabBar && !self.bar.isAccessibilityElement)
    let elements = self.bar.accessibilityElements as? [UIView] ?? []
    #expect(elements.map(ObjectIdentifier.init) == self.items.map(ObjectIdentifier.init))
    let last = self.screen.accessibility.focusOrder.suffix(3)
    #expect(last.map(ObjectIdentifier.init) == self.items.map(ObjectIdentifier.init))
    self.screen.send(.tapTab(index: 1))
    #expect(self.items[1].accessibilityTraits == [.button, .selected])
    #expect(self.items[0].accessibilityTraits == .button)
  }

  @Test("U2: a toggle without a name is decoration")
  func toggle() {
    self.rocket.isAccessibilityElement = true
    self.screen.open(self.source)
    #expect(self.rocket.accessibilityElementsHidden && !self.rocket.isAccessibilityElement)
  }

  @Test("U3: the floor opens and closes by actions, and hides what it covers")
  func floorActions() {
    let own = UIAccessibilityCustomAction(name: "Own") { _ in true }
    self.floor.accessibilityCustomActions = [own]
    self.screen.open(self.source)
    #expect(self.floor.accessibilityElementsHidden && self.floor.accessibilityLabel == "Upstairs")
    #expect(self.perform(self.list) == "Open")
    #expect(self.floor.accessibilityViewIsModal && !self.floor.accessibilityElementsHidden)
    #expect(self.root.accessibilityElementsHidden)
    let order = self.screen.accessibility.focusOrder
    #expect(order.map(ObjectIdentifier.init) == [ObjectIdentifier(self.floor)])
    #expect(self.posts == ["floor"])
    #expect(self.floor.accessibilityCustomActions?.map(\.name) == ["Own", "Close"])
    #expect(self.screen.accessibility.performEscape())
    self.settle()
    #expect(!self.root.accessibilityElementsHidden && !self.floor.accessibilityViewIsModal)
    #expect(self.posts == ["floor", "nil"])
    #expect(!self.screen.accessibility.performEscape())
  }

  @Test("U3: an action that is no longer offered is removed")
  func removed() {
    self.screen.open(self.source)
    #expect(self.list.accessibilityCustomActions?.count == 1)
    self.screen.send(.floor(.turnOff))
    #expect(self.list.accessibilityCustomActions?.isEmpty == true)
  }

  @Test("U3: a page has an action in place of the edge")
  func page() {
    self.screen.open(self.source)
    self.screen.send(.navigate(NavigationRequest(.push, route: "detail")))
    self.settle()
    #expect(self.posts == ["detail"])
    #expect(self.root.accessibilityElementsHidden && !self.detail.accessibilityElementsHidden)
    #expect(self.perform(self.detail) == "Back")
    #expect(!self.root.accessibilityElementsHidden)
    #expect(self.posts == ["detail", "nil"])
  }

  @Test("the pages of other tabs are hidden, unless they contain the shown one")
  func tabPages() {
    let pages = [self.list, UIView(frame: .zero)]
    for (index, page) in pages.enumerated() { self.screen.views.register(page, as: .page(index)) }
    self.screen.open(self.source)
    #expect(pages.map(\.accessibilityElementsHidden) == [false, true])
    self.screen.send(.tapTab(index: 1))
    self.settle()
    #expect(pages.map(\.accessibilityElementsHidden) == [true, false])
    self.screen.views.register(self.root, as: .page(0))
    self.screen.send(.tapTab(index: 1))
    #expect(!self.root.accessibilityElementsHidden)
  }

  @Test("U4: announcements are spoken once, after others or at once", .timeLimit(.minutes(1)))
  func announcements() async {
    self.screen.open(self.source)
    self.source.yield(.announce("Refreshed", interrupts: false))
    self.source.yield(.announce("Refused", interrupts: true))
    while self.posts.count < 2 { await Task.yield() }
    #expect(self.posts == ["say Refreshed, queued: true", "say Refused, queued: false"])
  }

  @Test("an app that does all this itself keeps its attributes")
  func disabled() {
    self.screen.accessibility.isEnabled = false
    self.screen.open(self.source)
    #expect(self.items[0].accessibilityLabel == nil && self.bar.accessibilityElements == nil)
  }

  @Test("U1: dark, contrast, text size and reduced motion are reported")
  func settings() throws {
    let view = try #require(self.canvas.subviews.first)
    view.traitCollection = UITraitCollection(
      displayScale: 2, userInterfaceStyle: .dark, accessibilityContrast: .high)
    UIAccessibility.isReduceMotionEnabled = true
    defer { UIAccessibility.isReduceMotionEnabled = false }
    self.screen.open(self.source)
    let surface = self.source.surface
    #expect(surface.colorScheme == .dark && surface.increasedContrast && surface.reducedMotion)
  }
}

extension Experience {
  /// A screen with names for all that a screen reader finds.
  fileprivate static var accessible: Experience {
    let source = SourceID("home")
    var items = ["Home", "Cart", "Mine"].map { name in
      var item = TabItem(title: LocalizedText(fallback: "\(name)!"))
      item.label = LocalizedText(fallback: name)
      return item
    }
    items[1].badge = BadgeDefinition(
      content: .number(count: 3, max: 99), label: LocalizedText(fallback: "{} new messages"))
    items[2].isEnabled = false
    return Experience(
      name: "accessible", preset: .refined, sources: [ScrollSource(id: source, tab: 0)],
      tabBar: TabBarDefinition(items: items),
      toggles: [ToggleDefinition(id: "rocket", source: source)],
      floor: FloorDefinition(
        source: source,
        appearance: FloorDefinition.Appearance(
          label: LocalizedText(fallback: "Upstairs"), openLabel: LocalizedText(fallback: "Open"),
          closeLabel: LocalizedText(fallback: "Close"))),
      navigation: NavigationDefinition(backLabel: LocalizedText(fallback: "Back")))
  }
}
