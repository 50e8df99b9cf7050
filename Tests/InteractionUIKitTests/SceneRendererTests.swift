import Foundation
import InteractionCore
import InteractionPresentation
import InteractionUIKit
import Testing
import UIKitStandIns

@MainActor
@Suite("Scenes on views")
struct SceneRendererTests {
  private let canvas = UIView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  private let views = ViewRegistry()
  private let renderer: SceneRenderer

  init() {
    self.renderer = SceneRenderer(self.views, on: self.canvas)
  }

  private func add(_ target: ViewPath, in parent: UIView? = nil) -> UIView {
    let view = UIView(frame: .zero)
    (parent ?? self.canvas).addSubview(view)
    self.views.register(view, as: target)
    return view
  }

  private func values(_ change: (inout ElementValues) -> Void) -> ElementValues {
    var values = ElementValues()
    change(&values)
    return values
  }

  private func show(_ elements: PresentedScene.Element...) {
    self.renderer.show(PresentedScene(elements: elements))
  }

  private var subviews: [ObjectIdentifier] { self.canvas.subviews.map(ObjectIdentifier.init) }

  private let bar = Rect(x: 0, y: 729, width: 375, height: 83)

  @Test("a scene is copied value by value")
  func values() {
    let bar = self.add(.tabBar)
    let icon = self.add(.tabIcon(1), in: bar)
    let values = self.values {
      $0.opacity = 0.25
      $0.translation.x = 7
      $0.scale = 2
      $0.shadow.opacity = 0.5
      $0.shadow.offset = Point(x: 1, y: 2)
      $0.shadow.radius = 4
      $0.mask = .circle(diameter: 10)
    }
    self.show(
      PresentedScene.Element(.tabBar, frame: self.bar),
      PresentedScene.Element(
        .tabIcon(1), in: .tabBar, frame: Rect(x: 100, y: 735, width: 20, height: 30),
        isHidden: true, values: values))
    #expect(bar.frame == CGRect(x: 0, y: 729, width: 375, height: 83))
    // The icon is a subview of the bar's view.
    #expect(icon.frame == CGRect(x: 100, y: 6, width: 20, height: 30))
    #expect(icon.alpha == 0.25 && icon.isHidden && !bar.isHidden)
    #expect(icon.layer.transform.projected(CGPoint(x: 3, y: -5)) == CGPoint(x: 13, y: -10))
    #expect(icon.layer.shadowOpacity == 0.5 && icon.layer.shadowRadius == 4)
    #expect(icon.layer.shadowOffset == CGSize(width: 1, height: 2))
    let mask = icon.layer.mask as? CAShapeLayer
    #expect(mask?.path?.boundingBox == CGRect(x: 5, y: 10, width: 10, height: 10))
  }

  @Test("only changed properties are set")
  func changes() {
    let bar = self.add(.tabBar)
    let icon = self.add(.tabIcon(0), in: bar)
    var drawn = 0
    self.renderer.drawContent = { _, _ in drawn += 1 }
    let element = PresentedScene.Element(.tabBar, frame: self.bar)
    var moved = PresentedScene.Element(
      .tabIcon(0), in: .tabBar, frame: self.bar,
      values: self.values { $0.mask = .ellipse(width: 4, height: 6) })
    self.show(element, moved)
    let (before, inBar) = (icon.changes, bar.changes)
    self.show(element, moved)
    #expect(icon.changes == before && bar.changes == inBar && drawn == 2)
    moved.values.opacity = 0.5
    self.show(element, moved)
    #expect(icon.changes == before + 1 && icon.alpha == 0.5)
    moved.values.rotation.z = 1
    moved.values.imageFrame = 3
    self.show(element, moved)
    #expect(icon.changes == before + 2 && bar.changes == inBar && drawn == 3)
    moved.values.mask = nil
    self.show(element, moved)
    #expect(icon.changes == before + 3 && icon.layer.mask == nil)
  }

  @Test("turns and scales leave the origin in place, in perspective")
  func origin() {
    let page = self.add(.outgoingPage)
    let frame = Rect(x: 0, y: 0, width: 200, height: 100)
    func show(_ change: (inout ElementValues) -> Void) -> CATransform3D {
      self.show(PresentedScene.Element(.outgoingPage, frame: frame, values: self.values(change)))
      return page.layer.transform
    }
    let corner = CGPoint(x: 100, y: 50)
    var shown = show {
      $0.origin = Point(x: 1, y: 1)
      ($0.scaleX, $0.scaleY, $0.rotation.z) = (3, 0.5, 0.7)
      $0.translation.y = 10
    }
    let place = shown.projected(corner)
    #expect(abs(place.x - 100) < 1e-9 && abs(place.y - 60) < 1e-9)
    // The top edge is farther from the eye, and therefore shorter.
    shown = show {
      $0.origin = Point(x: 0.5, y: 1)
      ($0.rotation.x, $0.perspective) = (0.3, -1.0 / 500)
    }
    let (left, right) = (
      shown.projected(CGPoint(x: -100, y: -50)), shown.projected(CGPoint(x: 100, y: -50))
    )
    #expect(right.x - left.x < 199 && abs(right.x + left.x) < 1e-9)
    #expect(shown.projected(corner) == corner)
    // Farther from the eye the page is smaller, but its translation is that of its tracks.
    shown = show {
      $0.origin = Point(x: 1, y: 1)
      $0.perspective = -1.0 / 500
      $0.translation = ElementValues.Vector(x: 30, y: -20, z: -35)
    }
    let moved = shown.projected(corner)
    #expect(abs(moved.x - 130) < 1e-9 && abs(moved.y - 30) < 1e-9)
    #expect(moved.x - shown.projected(CGPoint(x: -100, y: 50)).x < 199)
  }

  @Test("elements without a view are omitted")
  func unknown() {
    let bar = self.add(.tabBar)
    self.show(
      PresentedScene.Element(ViewPath("later/thing"), frame: self.bar, values: ElementValues()),
      PresentedScene.Element(.tabBar, frame: self.bar),
      PresentedScene.Element(
        ViewPath("later/picture"), frame: self.bar,
        content: .capture(of: ViewPath("later/view"), frame: self.bar, number: 1)))
    #expect(bar.frame.minY == 729)
    #expect(self.canvas.subviews.count == 1)
  }

  @Test("the app makes views that are missing, once each")
  func made() {
    var made: [UIView] = []
    self.views.makeView = { element in
      guard element.target == .pageMask else { return nil }
      made.append(UIView(frame: .zero))
      self.canvas.addSubview(made[0])
      return made[0]
    }
    let mask = PresentedScene.Element(.pageMask, frame: self.bar)
    self.show(mask)
    self.show(mask)
    #expect(made.count == 1 && made[0].frame.minY == 729)
  }

  @Test("a page that the app makes keeps its view, and another page gets its own")
  func madePages() {
    var made: [String: UIView] = [:]
    self.views.makeView = { element in
      guard case .page(let route) = element.content, made[route] == nil else { return nil }
      let view = UIView(frame: .zero)
      self.canvas.addSubview(view)
      made[route] = view
      return view
    }
    self.show(PresentedScene.Element(.incomingPage, frame: self.bar, content: .page(route: "a")))
    self.show(PresentedScene.Element(.stacked(0), frame: self.bar, content: .page(route: "a")))
    #expect(made["a"]?.isHidden == false)
    self.show(
      PresentedScene.Element(.stacked(0), frame: self.bar, content: .page(route: "a")),
      PresentedScene.Element(.incomingPage, frame: self.bar, content: .page(route: "b")))
    #expect(made.count == 2 && made["a"] !== made["b"])
    #expect(made["a"]?.isHidden == false && made["b"]?.isHidden == false)
  }

  @Test("elements appear and vanish; what the app has anyway goes back to its place")
  func vanishing() {
    let (window, mask, navigation) = (
      self.add(.window), self.add(.pageMask), self.add(.navigationBar)
    )
    let moved = self.values {
      $0.translation.x = -90
      $0.opacity = 0.5
    }
    self.show(
      PresentedScene.Element(.window, frame: self.bar, values: moved),
      PresentedScene.Element(.pageMask, frame: self.bar, values: moved),
      PresentedScene.Element(.navigationBar, values: moved))
    #expect(!mask.isHidden && window.layer.transform.m41 == -90)
    // Without a frame in the scene, the app's frame stays.
    #expect(navigation.frame == .zero && navigation.alpha == 0.5)
    self.show()
    for view in [window, mask, navigation] {
      #expect(view.alpha == 1 && view.layer.transform.m41 == 0)
    }
    #expect(!window.isHidden && !navigation.isHidden && mask.isHidden)
    let changes = mask.changes
    self.show()
    #expect(mask.changes == changes)
    self.show(PresentedScene.Element(.pageMask, frame: self.bar, values: moved))
    #expect(!mask.isHidden && mask.layer.transform.m41 == -90)
  }

  @Test("a page is one view, whether it comes, stays or leaves")
  func roles() {
    let (page, root) = (UIView(frame: .zero), UIView(frame: .zero))
    for view in [root, page] { self.canvas.addSubview(view) }
    self.views.register(page, forRoute: "detail")
    self.views.registerRoot(root)
    let moved = self.values { $0.translation.x = 300 }
    self.show(
      PresentedScene.Element(.outgoingPage, content: .root, values: moved),
      PresentedScene.Element(.incomingPage, content: .page(route: "detail"), values: moved))
    #expect(page.layer.transform.m41 == 300 && root.layer.transform.m41 == 300)
    self.show(PresentedScene.Element(.stacked(0), frame: self.bar, content: .page(route: "detail")))
    #expect(page.layer.transform.m41 == 0 && !page.isHidden)
    #expect(root.layer.transform.m41 == 0 && !root.isHidden)
    self.show()
    #expect(page.isHidden)
  }

  @Test("F6: a picture is taken before its subject hides, once, and removed")
  func captures() throws {
    let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
    list.contentOffset = CGPoint(x: 0, y: 40)
    self.canvas.addSubview(list)
    let (target, part) = (
      ViewPath.list(SourceID("home")), Rect(x: 0, y: 100, width: 375, height: 500)
    )
    self.views.register(list, as: target, placed: .byApp)
    var hidden = PresentedScene.Element(target, frame: Rect(x: 0, y: 0, width: 375, height: 812))
    self.show(hidden)
    hidden.isHidden = true
    let picture = PresentedScene.Element(
      .listSnapshot, frame: part, content: .capture(of: target, frame: part, number: 4))
    self.show(hidden, picture)
    self.show(hidden, picture)
    // In the content's coordinates.
    #expect(list.pictured == [CGRect(x: 0, y: 140, width: 375, height: 500)])
    let view = try #require(self.canvas.subviews.last)
    #expect(view !== list && view.frame.minY == 100 && list.isHidden)
    self.show(hidden)
    #expect(view.superview == nil && self.canvas.subviews.count == 1)
    self.show(hidden, picture)
    #expect(list.pictured.count == 2)
  }

  @Test("drawing order holds among the views of a scene; the app's others keep their places")
  func order() {
    let (first, second) = (self.add(.tabBar), self.add(.floorPage))
    let other = UIView(frame: .zero)
    self.canvas.addSubview(other)
    let (bar, page) = (
      PresentedScene.Element(.tabBar, frame: self.bar),
      PresentedScene.Element(.floorPage, frame: self.bar)
    )
    self.show(bar, page)
    #expect(self.subviews == [first, second, other].map(ObjectIdentifier.init))
    self.show(page, bar)
    #expect(self.subviews == [second, first, other].map(ObjectIdentifier.init))
    let changes = self.canvas.changes
    self.show(page, bar)
    #expect(self.canvas.changes == changes)
  }

  @Test("D7: a list stays where its user left it until a scene says otherwise")
  func scrolling() {
    let list = UIScrollView(frame: .zero)
    list.adjustedContentInset.top = 91
    list.contentOffset.y = 300
    let strip = self.add(.toggle("rocket"))
    let target = ViewPath.list(SourceID("home"))
    self.views.register(list, as: target, placed: .byApp)
    func show(_ y: Double) {
      let scrolled = self.values { $0.contentOffset.y = y }
      self.show(
        PresentedScene.Element(target, values: scrolled),
        PresentedScene.Element(.toggle("rocket"), values: scrolled))
    }
    show(0)
    #expect(list.contentOffset.y == 300)
    show(-50)
    #expect(list.contentOffset.y == -141 && strip.bounds.origin.y == -50)
    list.contentOffset.y = 10
    show(-50)
    #expect(list.contentOffset.y == 10)
    show(101)
    #expect(list.contentOffset.y == 10)
  }
}
