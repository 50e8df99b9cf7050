import Foundation
import InteractionCore
import InteractionPresentation
import Testing
import UIKitStandIns

@testable import InteractionUIKit

/// The app's own delegate, which records its calls.
@MainActor
final class AppDelegate: NSObject, UIScrollViewDelegate {
  var heard: [String] = []
  var scrollsToTop = true

  func scrollViewDidScroll(_ scrollView: UIScrollView) { self.heard.append("scroll") }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { self.heard.append("begin") }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    self.heard.append("will end \(velocity.y)")
    targetContentOffset.pointee.y = 500
  }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    self.heard.append("end \(decelerate)")
  }
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { self.heard.append("coast") }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { self.heard.append("rest") }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    self.heard.append("animated")
  }
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    self.heard.append("to top?")
    return self.scrollsToTop
  }
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { self.heard.append("top") }
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
    self.heard.append("insets")
  }
}

@MainActor
@Suite("The delegate of an observed list")
struct ScrollDelegateProxyTests {
  private let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  private let app = AppDelegate()

  private func observed(_ report: @escaping (Scroll) -> Void = { _ in }) -> ScrollDelegateProxy {
    self.list.delegate = self.app
    return ScrollDelegateProxy(self.list, ScrollReporter(SourceID("home"), after: 0)) {
      if case .scroll(let scroll) = $0 { report(scroll) }
      return true
    }
  }

  @Test("S4: a content size that could not be sent is reported with the next callback")
  func unsentSize() {
    var (sends, heights) = (false, [Double]())
    let reporter = ScrollReporter(SourceID("home"), after: 0)
    let proxy = ScrollDelegateProxy(self.list, reporter) { event in
      if sends, case .contentSize(_, let size) = event { heights.append(size.height) }
      return sends
    }
    self.list.contentSize = CGSize(width: 375, height: 2_000)
    proxy.receive(.didScroll)
    #expect(heights == [])
    sends = true
    for _ in 0 ..< 2 { proxy.receive(.didScroll) }
    #expect(heights == [2_000])
  }

  /// Makes UIKit's callbacks of a fling.
  private func fling() -> CGPoint {
    let delegate = self.list.delegate
    var target = CGPoint(x: 0, y: 900)
    delegate?.scrollViewWillBeginDragging(self.list)
    self.list.contentOffset.y = 30
    delegate?.scrollViewWillEndDragging(
      self.list, withVelocity: CGPoint(x: 0, y: 1.5), targetContentOffset: &target)
    delegate?.scrollViewDidEndDragging(self.list, willDecelerate: true)
    delegate?.scrollViewWillBeginDecelerating(self.list)
    self.list.contentOffset.y = 500
    delegate?.scrollViewDidEndDecelerating(self.list)
    return target
  }

  @Test("everything reaches the app's own delegate, and its answers UIKit")
  func forwards() {
    let proxy = self.observed()
    #expect(self.fling().y == 500)
    #expect(
      self.app.heard == ["begin", "scroll", "will end 1.5", "end true", "coast", "scroll", "rest"])
    self.app.heard = []
    #expect(proxy.scrollViewShouldScrollToTop(self.list))
    self.app.scrollsToTop = false
    #expect(!proxy.scrollViewShouldScrollToTop(self.list))
    proxy.scrollViewDidScrollToTop(self.list)
    proxy.scrollViewDidEndScrollingAnimation(self.list)
    proxy.scrollViewDidChangeAdjustedContentInset(self.list)
    #expect(self.app.heard == ["to top?", "to top?", "top", "animated", "insets"])
  }

  @Test("the engine hears the phases, with points per second and adjusted insets")
  func reports() {
    var scrolls: [Scroll] = []
    self.list.adjustedContentInset.top = 91
    self.list.contentOffset.y = -91
    let proxy = self.observed { scrolls.append($0) }
    _ = self.fling()
    #expect(
      scrolls.map(\.phase) == [.began, .moved, .ended, .decelerating, .settled])
    #expect(scrolls.map(\.y) == [0, 121, 121, 591, 591])
    #expect(scrolls[2].velocity == 1500 && proxy.drag == 1)
  }

  @Test("F5: a pan that the system cancels is no lift")
  func cancelled() {
    var phases: [Scroll.Phase] = []
    let proxy = self.observed { phases.append($0.phase) }
    proxy.scrollViewWillBeginDragging(self.list)
    self.list.panGestureRecognizer.state = .cancelled
    var target = CGPoint.zero
    proxy.scrollViewWillEndDragging(
      self.list, withVelocity: .zero, targetContentOffset: &target)
    proxy.scrollViewDidEndDragging(self.list, willDecelerate: false)
    #expect(phases == [.began, .cancelled])
  }

  @Test("a tap on the status bar that the app allows is a move")
  func statusBar() {
    var phases: [Scroll.Phase] = []
    self.list.contentOffset.y = 300
    let proxy = self.observed { phases.append($0.phase) }
    proxy.receive(.didChangeLayout)
    #expect(proxy.scrollViewShouldScrollToTop(self.list))
    self.list.contentOffset.y = 0
    proxy.scrollViewDidScrollToTop(self.list)
    #expect(
      phases == [
        .programmaticBegan, .programmaticEnded, .programmaticBegan, .programmaticMoved,
        .programmaticEnded,
      ])
  }

  @Test("the app has its delegate back when the list is observed no more")
  func leaves() {
    var phases: [Scroll.Phase] = []
    let proxy = self.observed { phases.append($0.phase) }
    #expect(self.list.delegate === proxy)
    proxy.scrollViewWillBeginDragging(self.list)
    proxy.restoreDelegate()
    #expect(self.list.delegate === self.app && phases == [.began, .cancelled])
  }
}
