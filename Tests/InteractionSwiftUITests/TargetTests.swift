import Foundation
import InteractionCore
import InteractionPresentation
import SwiftUIStandIns
import Testing
import UIKitStandIns

@testable import InteractionSwiftUI
@testable import InteractionUIKit

@MainActor
@Suite("Targets among SwiftUI views")
struct TargetTests {
  private let window = HostedWindow()

  /// The view that the screen has for a target.
  private func view(_ target: ViewPath) -> TargetContentView? {
    self.window.screen?.views[target] as? TargetContentView
  }

  @Test("a modified view is registered, and scenes change its layer, not SwiftUI's own view")
  func registered() throws {
    let source = SceneSource([.logo(opacity: 0.5)])
    self.window.show(source) { Text("logo").interactionTarget(.toggle("logo")) }
    let logo = try #require(self.view(.toggle("logo")))
    #expect(logo.alpha == 0.5 && logo.bounds.size == CGSize(width: 375, height: 812))
    let place = try #require(logo.superview)
    let changes = place.changes
    source.change(.toggle("logo")) { $0.values.translation.x = 40 }
    self.window.screen?.resume()
    #expect(logo.layer.transform.m41 == 40)
    #expect(place.changes == changes && place.alpha == 1)
  }

  @Test("an update of SwiftUI's views keeps the view and its state")
  func updated() throws {
    let source = SceneSource([.logo(opacity: 0.5)])
    self.window.show(source) { Text("logo").interactionTarget(.toggle("logo")) }
    let (screen, logo) = (self.window.screen, try #require(self.view(.toggle("logo"))))
    let changes = logo.changes
    self.window.show(source) { Text("another").interactionTarget(.toggle("logo")) }
    #expect(self.window.screen === screen && self.view(.toggle("logo")) === logo)
    #expect(logo.changes == changes)
    // Another name moves the registration.
    self.window.show(source) { Text("logo").interactionTarget(.tabIcon(1)) }
    #expect(self.view(.toggle("logo")) == nil && self.view(.tabIcon(1)) === logo)
  }

  @Test("a view that disappears is unregistered, unless another has taken its name")
  func disappears() throws {
    let source = SceneSource([.logo()])
    func show(_ first: Bool, _ second: Bool) {
      self.window.show(source) {
        if first { Text("logo").interactionTarget(.toggle("logo"), touches: .reported) }
        if second { Text("logo").interactionTarget(.toggle("logo")) }
      }
    }
    show(true, false)
    let old = try #require(self.view(.toggle("logo")))
    #expect(old.gestureRecognizers?.count == 1 && old.hosted.parent === self.window.controller)
    show(true, true)
    let new = try #require(self.view(.toggle("logo")))
    #expect(new !== old)
    show(false, true)
    #expect(self.view(.toggle("logo")) === new && old.hosted.parent == nil)
    show(true, false)
    #expect(self.view(.toggle("logo")) != nil)
    show(false, false)
    #expect(self.view(.toggle("logo")) == nil)
    #expect(self.window.views(TargetContentView.self).isEmpty)
  }

  @Test("a target's content follows its element, but not the values of each frame")
  func content() throws {
    var drawn: [ElementContent?] = []
    let source = SceneSource([PresentedScene.Element(.tabTitle(0))])
    func show() {
      self.window.show(source) {
        InteractionTarget(.tabTitle(0)) { element in
          let _ = drawn.append(element?.content)
          Text("title")
        }
      }
    }
    show()
    #expect(drawn.last == .view)
    let count = drawn.count
    source.change(.tabTitle(0)) { $0.values.opacity = 0.5 }
    self.window.screen?.resume()
    #expect(drawn.count == count)
    source.change(.tabTitle(0)) { $0.content = .color("FF0000") }
    self.window.screen?.resume()
    #expect(drawn.count == count + 1 && drawn.last == .color("FF0000"))
    // An update of SwiftUI's views keeps the element.
    show()
    #expect(drawn.count == count + 2 && drawn.last == .color("FF0000"))
  }

  @Test("targets lie within targets, pages and the root, in the environment of their place")
  func nested() throws {
    var page = PresentedScene.Element(.incomingPage, content: .page(route: "help"))
    page.values.opacity = 0.3
    var root = PresentedScene.Element(.page(0), content: .root)
    root.values.opacity = 0.6
    self.window.show(SceneSource([root, .logo(opacity: 0.9), page])) {
      Text("logo").interactionTarget(.toggle("logo")).interactionRoot()
      Text("help").interactionPage(route: "help")
    }
    let shown = self.window.views(TargetContentView.self).map(\.alpha)
    #expect(shown == [0.6, 0.3])
    #expect(self.view(.toggle("logo"))?.alpha == 0.9)
  }

  @Test("a lift on an item is a tap")
  func tapped() throws {
    let source = SceneSource([PresentedScene.Element(.tab(2))])
    self.window.show(source) { Text("tab").interactionTarget(.tab(2), touches: .reported) }
    let item = try #require(self.view(.tab(2)))
    let recognizer = try #require(item.gestureRecognizers?.first)
    let (touch, event) = (UITouch(at: CGPoint(x: 9, y: 9)), UIEvent())
    recognizer.touchesBegan([touch], with: event)
    recognizer.touchesEnded([touch], with: event)
    #expect(source.events.last == .tapTab(index: 2))
  }

  @Test("a dimension that SwiftUI does not propose has the content's ideal size")
  func sizes() throws {
    self.window.show(SceneSource()) { Text("logo").interactionTarget(.toggle("logo")) }
    let place = try #require(self.view(.toggle("logo"))?.superview as? TargetView<Text>)
    let ideal = place.intrinsicContentSize
    #expect(place.size(width: 40, height: nil) == CGSize(width: 40, height: ideal.height))
    #expect(place.size(width: nil, height: 30) == CGSize(width: ideal.width, height: 30))
  }

  @Test("N5: the recognizer of the navigation stack is reported while the view is shown")
  func back() throws {
    let navigation = UINavigationController()
    self.window.controller.navigationController = navigation
    self.window.show(SceneSource()) { Text("page").interactionBack() }
    let touches = try #require(self.window.screen?.touches)
    #expect(touches.backReporters.count == 1)
    #expect(
      touches.backReporters.first?.recognizer === navigation.interactivePopGestureRecognizer)
    self.window.show(SceneSource()) { Text("page") }
    #expect(touches.backReporters.isEmpty)
  }
}
