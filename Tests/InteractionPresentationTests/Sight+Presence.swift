import InteractionCore
import InteractionPresentation

/// An element's appearance or disappearance without an animation.
struct Appearance: Hashable, CustomStringConvertible {
  var thing: String
  var target: ViewPath
  /// The parent element, if any.
  var parent: ViewPath?
  var isNew: Bool

  var description: String { "\(self.thing) \(self.isNew ? "appears" : "vanishes")" }
}

extension Appearance {
  fileprivate init(_ element: PresentedScene.Element, named name: String, isNew: Bool) {
    self.init(thing: name, target: element.target, parent: element.parent, isNew: isNew)
  }
}

extension PresentedScene {
  /// The visible elements by name: not hidden, not transparent, on the screen, and not under a page
  /// that covers it.
  var inView: [String: PresentedScene.Element] {
    let elements = Dictionary(self.elements.map { ($0.target, $0) }) { first, _ in first }
    var shown: [(name: String, element: PresentedScene.Element)] = []
    for element in self.elements {
      var chain = [element]
      while let parent = chain.last?.parent.flatMap({ elements[$0] }) { chain.append(parent) }
      let x = chain.reduce(0) { $0 + $1.values.translation.x }
      let y = chain.reduce(0) { $0 + $1.values.translation.y }
      let opacity = chain.reduce(1) { $0 * $1.values.opacity }
      guard !chain.contains(where: \.isHidden), opacity > 0.02, self.shows(element, x, y) else {
        continue
      }
      if element.covers && opacity > 0.98 && abs(x) < 1 && abs(y) < 1 {
        shown.removeAll { !$0.element.lies(in: element.target, elements) }
      } else if element.isTabPage && opacity > 0.98 && abs(x) < 1 {
        shown.removeAll {
          $0.element.isTabPage || $0.element.parent?.isTabPage == true
        }
      }
      // Mere containers show nothing themselves.
      if element.content == .root || element.target == .window { continue }
      shown.append((element.content.name(at: element.target), element))
    }
    return Dictionary(shown.map { ($0.name, $0.element) }) { _, last in last }
  }

  private func shows(_ element: PresentedScene.Element, _ x: Double, _ y: Double) -> Bool {
    guard let frame = element.frame, let screen = self.elements.first?.frame else { return true }
    return frame.x + x < screen.width - 1 && frame.x + frame.width + x > 1
      && frame.y + y < screen.height - 1 && frame.y + frame.height + y > 1
  }

  /// Returns the elements that appear or disappear between two scenes. Views of the app with an
  /// unknown frame are skipped.
  func appearances(to next: PresentedScene) -> [Appearance] {
    let (old, new) = (self.inView, next.inView)
    let gone = old.filter { new[$0.key] == nil && $0.value.frame != nil }
      .map { Appearance($0.value, named: $0.key, isNew: false) }
    let come = new.filter { old[$0.key] == nil && $0.value.frame != nil }
      .map { Appearance($0.value, named: $0.key, isNew: true) }
    let exchanged = self.exchangedPictures(in: next)
    return (gone + come).sorted { $0.description < $1.description }.filter { appearance in
      !exchanged.contains { picture, subject in
        appearance.isNew
          ? subject.stands(for: appearance.target) : picture == appearance.target
      }
    }
  }

  /// Returns the captures of the bar and of lists that disappear while their views reappear
  /// unchanged in the next scene.
  private func exchangedPictures(in next: PresentedScene) -> [(
    picture: ViewPath, subject: ViewPath
  )] {
    let (old, new) = (VisibleScene(self), VisibleScene(next))
    return self.elements.compactMap { element in
      guard case .capture(let subject, _, _) = element.content,
        subject == .tabBar || subject.path.hasPrefix("list/"),
        next[element.target] == nil, let picture = old[element.target], let view = new[subject],
        picture.looks(like: view)
      else { return nil }
      return (element.target, subject)
    }
  }
}

extension PresentedScene.Element {
  /// True if the element covers the screen opaquely, at its resting position.
  fileprivate var covers: Bool {
    let isWhole =
      self.values.scale == 1 && self.values.scaleX == 1 && self.values.scaleY == 1
      && self.values.mask == nil && self.values.rotation == ElementValues.Vector()
      && self.values.translation.z == 0
    switch self.content {
    case .page, .root: return isWhole
    case .capture(_, let frame, _):
      return isWhole && frame == self.frame && frame.x == 0 && frame.y == 0 && frame.height > 700
    default: return isWhole && (self.target == .floorPage || self.target == .window)
    }
  }

  /// True for a tab's page, which covers other pages.
  fileprivate var isTabPage: Bool {
    self.content == .view && self.target.isTabPage
  }

  /// Returns true if the element is `target` or one of its descendants.
  fileprivate func lies(in target: ViewPath, _ elements: [ViewPath: PresentedScene.Element]) -> Bool
  {
    if self.target == target { return true }
    guard let parent = self.parent.flatMap({ elements[$0] }) else { return false }
    return parent.lies(in: target, elements)
  }
}

extension ViewPath {
  fileprivate var isTabPage: Bool {
    self.path.hasPrefix("page/") && Int(self.path.dropFirst(5)) != nil
  }
}
