import InteractionCore
import InteractionPresentation

/// What a scene shows as a person sees it: each visible thing with its place on the screen.
struct Sight {
  /// A thing, however its view is called while pages change.
  struct Thing: Hashable {
    var name: String
    /// Values that are not to jump, with what they are added up to by what the thing stands in.
    var values: [AnimatedProperty: Double]
    /// The view.
    var target: Target
    /// Whether it is a page above the root, or a part of the root while pages change.
    var isOfPages: Bool
  }

  private(set) var things: [String: Thing] = [:]

  init(_ scene: Scene) {
    let elements = Dictionary(scene.elements.map { ($0.target, $0) }) { first, _ in first }
    for element in scene.elements {
      var isHidden = element.isHidden
      var isOfPages = element.target == .incomingPage || element.target == .outgoingPage
      var values = element.values.seen
      var parent = element.parent.flatMap { elements[$0] }
      while let container = parent {
        isHidden = isHidden || container.isHidden
        isOfPages = isOfPages || container.content == .root
        values[.opacity, default: 1] *= container.values.opacity
        values[.translateX, default: 0] += container.values.translation.x
        values[.translateY, default: 0] += container.values.translation.y
        parent = container.parent.flatMap { elements[$0] }
      }
      guard !isHidden else { continue }
      let name = element.content.name(at: element.target)
      self.things[name] = Thing(
        name: name, values: values, target: element.target, isOfPages: isOfPages)
    }
  }

  subscript(target: Target) -> Thing? { self.things.values.first { $0.target == target } }

  /// What jumps from this to the next: what shows in both, and differs by more than `limit` times
  /// the smallest step that an eye sees.
  func jumps(to next: Sight, limit: Double = 1) -> [Jump] {
    var jumps: [Jump] = []
    for (name, thing) in self.things {
      guard let new = next.things[name] else { continue }
      for (property, step) in Sight.steps {
        let (old, new) = (thing.values[property] ?? 0, new.values[property] ?? 0)
        let distance = abs(new - old).truncatingRemainder(dividingBy: property.turn)
        if min(distance, property.turn - distance) > step * limit {
          jumps.append(
            Jump(
              thing: name, target: thing.target, property: property, from: old, to: new,
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

extension Sight.Thing {
  /// Whether it stands where the other one does, as large and as clear.
  func looks(like other: Sight.Thing) -> Bool {
    Sight.steps.allSatisfy { property, step in
      property == .contentOffsetY
        || abs((self.values[property] ?? 0) - (other.values[property] ?? 0)) <= step
    }
  }
}

/// A value that changed at once.
struct Jump: Hashable, CustomStringConvertible {
  var thing: String
  var target: Target
  var property: AnimatedProperty
  var from: Double
  var to: Double
  /// Whether it is a page above the root, or a part of the root while pages change.
  var isOfPages: Bool

  /// Whether the value was the layout's own.
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

extension Content {
  /// What is seen: a page, its mask and a toggle's picture keep their names whatever their views
  /// are called, and each picture of a view has its own.
  func name(at target: Target) -> String {
    switch self {
    // What came may be what leaves next, by the other view.
    case .picture(let picture) where target.path.hasPrefix("toggle/"):
      "\(target.path.split(separator: "/").prefix(2).joined(separator: "/")) \(picture.name)"
    case .page(let route): "route \(route)"
    case .capture(_, _, let number): "\(target.path) \(number)"
    // The mask that moves is then the page's own.
    default: target.path.hasSuffix("/mask") ? "mask" : target.path
    }
  }
}

extension Values {
  /// The values that an eye would see jump.
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
  /// After which difference it looks the same; a picture that is turned to its edge looks the same
  /// from behind.
  fileprivate var turn: Double {
    switch self {
    case .rotation: 2 * Double.pi
    case .rotationX, .rotationY: Double.pi
    default: Double.infinity
    }
  }
}
