import InteractionCore
import InteractionPresentation

/// A scene as a user sees it: the visible things with their positions on the screen.
struct VisibleScene {
  /// A visible thing, identified independently of its view during page transitions.
  struct VisibleElement: Hashable {
    var name: String
    /// The values that must not jump, accumulated with those of the containers.
    var values: [AnimatedProperty: Double]
    /// The y of the bar that contains it, pt; 0 elsewhere. A bar that leaves has its last frame at
    /// once (R12).
    var barY: Double
    /// The view.
    var target: ViewPath
    /// True for a page above the root, or a part of the root during a page transition.
    var isOfPages: Bool
  }

  private(set) var things: [String: VisibleElement] = [:]

  init(_ scene: PresentedScene) {
    let elements = Dictionary(scene.elements.map { ($0.target, $0) }) { first, _ in first }
    for element in scene.elements {
      var isHidden = element.isHidden
      var isOfPages = element.target == .incomingPage || element.target == .outgoingPage
      var values = element.values.seen
      var barY = element.target == .tabBar ? element.frame?.y ?? 0 : 0
      var parent = element.parent.flatMap { elements[$0] }
      while let container = parent {
        isHidden = isHidden || container.isHidden
        isOfPages = isOfPages || container.content == .root
        if container.target == .tabBar { barY = container.frame?.y ?? 0 }
        values[.opacity, default: 1] *= container.values.opacity
        values[.translateX, default: 0] += container.values.translation.x
        values[.translateY, default: 0] += container.values.translation.y
        parent = container.parent.flatMap { elements[$0] }
      }
      guard !isHidden else { continue }
      let name = element.content.name(at: element.target)
      self.things[name] = VisibleElement(
        name: name, values: values, barY: barY, target: element.target, isOfPages: isOfPages)
    }
  }

  subscript(target: ViewPath) -> VisibleElement? {
    self.things.values.first { $0.target == target }
  }

  /// Returns the jumps to the next scene: things that are visible in both and differ by more than
  /// `limit` times the smallest visible step.
  func jumps(to next: VisibleScene, limit: Double = 1) -> [Jump] {
    var jumps: [Jump] = []
    for (name, thing) in self.things {
      guard let new = next.things[name] else { continue }
      let shift = new.barY - thing.barY
      for (property, step) in VisibleScene.steps {
        let (old, new) = (thing.values[property] ?? 0, new.values[property] ?? 0)
        let change = new - old + (property == .translateY ? shift : 0)
        let distance = abs(change).truncatingRemainder(dividingBy: property.turn)
        if min(distance, property.turn - distance) > step * limit {
          jumps.append(
            Jump(
              thing: name, target: thing.target, property: property, from: old, to: old + change,
              isOfPages: thing.isOfPages))
        }
      }
    }
    return jumps.sorted { $0.description < $1.description }
  }

  fileprivate static let steps: [(AnimatedProperty, Double)] = [
    (.translateX, 1), (.translateY, 1), (.translateZ, 1), (.opacity, 0.02), (.scale, 0.01),
    (.scaleX, 0.01), (.scaleY, 0.01), (.rotation, 0.03), (.rotationX, 0.03), (.rotationY, 0.03),
    (.contentOffsetY, 1),
  ]
}

extension VisibleScene.VisibleElement {
  /// Returns true if it has the same position, size and opacity as the other one.
  func looks(like other: VisibleScene.VisibleElement) -> Bool {
    VisibleScene.steps.allSatisfy { property, step in
      property == .contentOffsetY
        || abs((self.values[property] ?? 0) - (other.values[property] ?? 0)) <= step
    }
  }
}

/// A discontinuous change of a value.
struct Jump: Hashable, CustomStringConvertible {
  var thing: String
  var target: ViewPath
  var property: AnimatedProperty
  var from: Double
  var to: Double
  /// True for a page above the root, or a part of the root during a page transition.
  var isOfPages: Bool

  /// True if the value before was the layout's.
  var isFromRest: Bool {
    switch self.property {
    case .opacity, .scale, .scaleX, .scaleY: self.from == 1
    default: self.from == 0
    }
  }

  var description: String {
    "\(self.thing) \(self.property) \(Int(self.from * 100)) -> \(Int(self.to * 100)) %"
  }
}

extension ElementContent {
  /// Returns the name of the visible content: pages, their masks and a toggle's pictures keep their
  /// names in any view, and each capture of a view has its own.
  func name(at target: ViewPath) -> String {
    switch self {
    // A picture that has entered in one view may leave in the other.
    case .picture(let picture) where target.path.hasPrefix("toggle/"):
      "\(target.path.split(separator: "/").prefix(2).joined(separator: "/")) \(picture.name)"
    case .page(let route): "route \(route)"
    case .capture(_, _, let number): "\(target.path) \(number)"
    // A moving mask belongs to the page.
    default: target.path.hasSuffix("/mask") ? "mask" : target.path
    }
  }
}

extension ElementValues {
  /// The values whose jumps are visible.
  fileprivate var seen: [AnimatedProperty: Double] {
    [
      .opacity: self.opacity, .scale: self.scale, .scaleX: self.scaleX, .scaleY: self.scaleY,
      .translateX: self.translation.x, .translateY: self.translation.y,
      .translateZ: self.translation.z, .rotation: self.rotation.z, .rotationX: self.rotation.x,
      .rotationY: self.rotation.y, .contentOffsetY: self.contentOffset.y,
    ]
  }
}

extension AnimatedProperty {
  /// The difference after which a value looks the same; a picture that is edge-on looks the same
  /// from behind.
  fileprivate var turn: Double {
    switch self {
    case .rotation: 2 * Double.pi
    case .rotationX, .rotationY: Double.pi
    default: Double.infinity
    }
  }
}
