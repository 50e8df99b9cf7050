import Foundation
import InteractionCore
import InteractionPresentation
import SwiftUIStandIns
import Testing
import UIKitStandIns

@testable import InteractionSwiftUI
@testable import InteractionUIKit

/// A delegate as SwiftUI's scroll views have.
@MainActor
private final class OwnDelegate: NSObject, UIScrollViewDelegate {}

@MainActor
@Suite("Lists among SwiftUI views")
struct ListTests {
  private let window = HostedWindow()
  private let home = SourceID("home")
  private let source = SceneSource([PresentedScene.Element(.list(SourceID("home")))])

  private func show(usesPhases: Bool = true) throws -> HostedScrollView {
    self.window.show(self.source) {
      ScrollView { Text("rows") }.modifier(
        InteractionListModifier(
          observation: ListObservation(source: self.home), usesPhases: usesPhases))
    }
    return try #require(self.window.views(HostedScrollView.self).first)
  }

  private func scroll(_ list: HostedScrollView, to offsets: CGFloat...) {
    for offset in offsets {
      list.contentOffset.y = offset
      list.reportGeometry()
    }
  }

  @Test("S3: phases are reported as a drag, its deceleration and a scroll of the app")
  func phases() throws {
    let list = try self.show()
    list.change(to: .tracking)
    list.change(to: .interacting)
    self.scroll(list, to: 10, 20)
    list.change(to: .decelerating)
    self.scroll(list, to: 30)
    // The finger catches the list.
    list.change(to: .tracking)
    list.change(to: .interacting)
    self.scroll(list, to: 31)
    list.change(to: .tracking)
    list.change(to: .idle)
    list.change(to: .animating)
    self.scroll(list, to: 20, 0)
    list.change(to: .idle)
    #expect(
      self.source.scrolls == [
        "began 0.0", "moved 10.0", "moved 20.0", "ended 20.0", "decelerating 30.0", "began 30.0",
        "moved 31.0", "ended 31.0", "settled 31.0", "programmaticBegan 31.0",
        "programmaticMoved 20.0", "programmaticMoved 0.0", "programmaticEnded 0.0",
      ])
    #expect(list.delegate == nil)
  }

  @Test("S3: drags are numbered after those of a former run of the app", arguments: [true, false])
  func numbers(usesPhases: Bool) throws {
    let start = ScrollReporter.initialDrag(at: Date().timeIntervalSince1970)
    let list = try self.show(usesPhases: usesPhases)
    list.change(to: .interacting)
    list.delegate?.scrollViewWillBeginDragging(list)
    let drags = self.source.events.compactMap { event in
      guard case .scroll(let scroll) = event else { return nil as UInt32? }
      return scroll.drag
    }
    #expect(drags.count == 1 && drags.allSatisfy { $0 > start })
  }

  @Test("a scroll by the renderer is no event, though its callback comes late")
  func held() throws {
    let list = try self.show()
    list.change(to: .interacting)
    self.scroll(list, to: 40)
    self.source.change(.list(self.home)) { $0.values.contentOffset.y = 25 }
    self.window.screen?.resume()
    #expect(list.contentOffset.y == 25)
    list.reportGeometry()
    #expect(self.source.scrolls == ["began 0.0", "moved 40.0"])
  }

  @Test("the engine scrolls the list, and learns of it", .timeLimit(.minutes(1)))
  func scrolled() async throws {
    let list = try self.show()
    self.source.yield(.scrollList(self.home, y: 50, animated: false))
    self.source.yield(.scrollList(self.home, y: 0, animated: true))
    while self.window.effects.count < 2 { await Task.yield() }
    #expect(list.contentOffset.y == 50 && list.animatedMoves == [.zero])
    list.reportGeometry()
    list.change(to: .animating)
    self.scroll(list, to: 30, 0)
    list.change(to: .idle)
    #expect(
      self.source.scrolls.suffix(4) == [
        "programmaticBegan 50.0", "programmaticMoved 30.0", "programmaticMoved 0.0",
        "programmaticEnded 0.0",
      ])
  }

  @Test("below iOS 18 the delegate is replaced, and restored when the list disappears")
  func delegated() throws {
    let list = try self.show(usesPhases: false)
    let own = OwnDelegate()
    list.delegate = own
    // SwiftUI has set its delegate again; the next layout replaces it.
    self.window.controller.update()
    #expect(list.delegate != nil && list.delegate !== own)
    list.delegate?.scrollViewWillBeginDragging(list)
    list.contentOffset.y = 12
    self.window.clear()
    #expect(self.source.scrolls == ["began 0.0", "moved 12.0", "cancelled 12.0"])
    #expect(list.delegate === own)
  }

  @Test("a list that disappears is not reported any more")
  func disappears() throws {
    func show(_ isShown: Bool) {
      self.window.show(self.source) {
        if isShown { ScrollView { Text("rows") }.interactionList(self.home) }
      }
    }
    show(true)
    let list = try #require(self.window.views(HostedScrollView.self).first)
    let screen = try #require(self.window.screen)
    #expect(screen.isObserving(list, as: self.home) && screen.views[.list(self.home)] === list)
    list.change(to: .interacting)
    show(false)
    #expect(!screen.isObserving(list, as: self.home) && screen.views[.list(self.home)] == nil)
    #expect(self.source.scrolls == ["began 0.0", "cancelled 0.0"])
    show(true)
    let again = try #require(self.window.views(HostedScrollView.self).first)
    #expect(again !== list && screen.isObserving(again, as: self.home))
  }

  @Test("S9: of lists side by side, the one that is shown is observed")
  func sideBySide() throws {
    func show(_ shown: Int) {
      self.window.show(self.source) {
        ScrollView { Text("near") }.interactionList(self.home, list: "near", isShown: shown == 0)
        ScrollView { Text("far") }.interactionList(self.home, list: "far", isShown: shown == 1)
      }
    }
    show(0)
    show(1)
    show(1)
    show(0)
    let names = self.source.events.compactMap { event -> String? in
      guard case .listShown(_, let list) = event else { return nil }
      return list
    }
    #expect(names == ["near", "far", "near"])
  }

  @Test("the list is the scroll view that covers the view, or else contains it")
  func nearest() throws {
    self.window.show(self.source) {
      ScrollView {
        ScrollView { Text("carousel") }
        Text("rows").interactionList(self.home)
      }
    }
    let lists = self.window.views(UIScrollView.self)
    let screen = try #require(self.window.screen)
    // Both fill the window: the inner one lies beside the view.
    let inner = try #require(lists.first?.subviews.compactMap { $0 as? UIScrollView }.first)
    #expect(screen.isObserving(inner, as: self.home))
    inner.bounds.size.height = 100
    screen.stopObserving(self.home)
    self.window.controller.update()
    #expect(try screen.isObserving(#require(lists.first), as: self.home))
  }
}
