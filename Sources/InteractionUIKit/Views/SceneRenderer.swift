import InteractionCore
public import InteractionPresentation

#if canImport(UIKit)
  public import UIKit
#else
  import Foundation
  public import UIKitStandIns
#endif

/// Copies scenes onto views, and decides nothing: a property is set only if it differs from the
/// previous scene's.
///
/// Views without an element are hidden, snapshots are removed. Views that exist without a scene
/// (the window, the root, and views without a frame) return to their places and stay visible.
@MainActor
public final class SceneRenderer {
  /// The views.
  public let views: ViewRegistry
  /// Draws a view's content; called whenever the content or the frame of its image sequence
  /// changes.
  public var drawContent: (UIView, PresentedScene.Element) -> Void = { _, _ in }
  /// Takes the snapshot for a capture, as a view of its size; if it returns nil, the subject's view
  /// is captured.
  public var takePicture: (PresentedScene.Element) -> UIView? = { _ in nil }

  /// The superview of snapshots without a parent.
  private weak var canvas: UIView?
  /// The views of the current scene, in drawing order.
  private var visibleViews: [ViewFrameState] = []
  /// The snapshots.
  fileprivate var pictures: [Picture: UIView] = [:]

  fileprivate struct Picture: Hashable {
    let target: ViewPath
    let content: ElementContent
  }

  /// - Parameter canvas: The view that covers the screen, to which snapshots are added.
  public init(_ views: ViewRegistry, on canvas: UIView) {
    self.views = views
    self.canvas = canvas
  }

  /// Shows a scene.
  public func show(_ scene: PresentedScene) {
    let former = Dictionary(
      self.visibleViews.map { (ObjectIdentifier($0.view), $0) }, uniquingKeysWith: { $1 })
    // Snapshots are taken before the changes.
    self.takePictures(for: scene)
    let new = self.appearances(of: scene)
    let remaining = Set(new.map { ObjectIdentifier($0.view) })
    for old in self.visibleViews where !remaining.contains(ObjectIdentifier(old.view)) {
      self.remove(old)
    }
    for appearance in new {
      appearance.apply(
        since: former[ObjectIdentifier(appearance.view)], drawContent: self.drawContent)
    }
    if !self.visibleViews.elementsEqual(new, by: { $0.view === $1.view }) {
      self.sort(new)
    }
    self.visibleViews = new
  }

  /// Returns the elements with their views; if two elements have the same view, the first.
  private func appearances(of scene: PresentedScene) -> [ViewFrameState] {
    var known: Set<ObjectIdentifier> = []
    return scene.elements.compactMap { element in
      guard let (view, placement) = self.find(element),
        known.insert(ObjectIdentifier(view)).inserted
      else { return nil }
      let parent = element.parent.flatMap { scene[$0]?.frame }
      let place = placement == .byScene ? element.frame?.moved(into: parent) : nil
      return ViewFrameState(view: view, element: element, place: place)
    }
  }

  private func find(_ element: PresentedScene.Element) -> (UIView, ViewRegistry.Placement)? {
    guard case .capture = element.content else { return self.views.find(element) }
    return self.pictures[Picture(element)].map { ($0, .byScene) }
  }

  private func remove(_ old: ViewFrameState) {
    if case .capture = old.element.content {
      self.pictures[Picture(old.element)] = nil
      old.view.removeFromSuperview()
      return
    }
    let stays =
      old.element.content == .root || old.element.target == .window || old.element.frame == nil
    var element = old.element
    element.values = ElementValues()
    element.values.contentOffset = old.element.values.contentOffset
    element.isHidden = !stays
    ViewFrameState(view: old.view, element: element, place: old.place)
      .apply(since: old, drawContent: self.drawContent)
  }
}

extension SceneRenderer {
  /// Takes the new snapshots of the scene, each once.
  private func takePictures(for scene: PresentedScene) {
    for element in scene.elements {
      guard case .capture(let subject, let frame, _) = element.content,
        self.pictures[Picture(element)] == nil,
        let view = self.takePicture(element) ?? self.picture(of: subject, in: frame)
      else { continue }
      self.pictures[Picture(element)] = view
      view.accessibilityElementsHidden = true
      let parent = element.parent.flatMap { scene[$0] }.flatMap { self.find($0)?.0 }
      (parent ?? self.canvas)?.addSubview(view)
    }
  }

  /// Returns a snapshot of a view in a part of the screen.
  private func picture(of subject: ViewPath, in frame: Rect) -> UIView? {
    guard let view = self.views[subject] else { return nil }
    let place = self.visibleViews.first { $0.view === view }?.element.frame
    let part = frame.moved(into: place)
    // A list's coordinates scroll with its content.
    let rect = CGRect(
      x: part.x + Double(view.bounds.origin.x), y: part.y + Double(view.bounds.origin.y),
      width: part.width, height: part.height)
    return view.resizableSnapshotView(
      from: rect, afterScreenUpdates: false, withCapInsets: .zero)
  }

  /// Sorts views with the same superview in drawing order; the app's other views keep their places.
  private func sort(_ new: [ViewFrameState]) {
    var last: [ObjectIdentifier: UIView] = [:]
    for view in new.map(\.view) {
      guard let superview = view.superview else { continue }
      let id = ObjectIdentifier(superview)
      defer { last[id] = view }
      guard let below = last[id],
        let place = superview.subviews.firstIndex(where: { $0 === view }),
        let other = superview.subviews.firstIndex(where: { $0 === below }), place < other
      else { continue }
      superview.insertSubview(view, aboveSubview: below)
    }
  }
}

extension SceneRenderer.Picture {
  fileprivate init(_ element: PresentedScene.Element) {
    self.init(target: element.target, content: element.content)
  }
}

extension Rect {
  /// Returns the rectangle relative to the origin of `parent`.
  fileprivate func moved(into parent: Rect?) -> Rect {
    Rect(
      x: self.x - (parent?.x ?? 0), y: self.y - (parent?.y ?? 0), width: self.width,
      height: self.height)
  }
}
