import Foundation
import InteractionCore

/// The layers of all shots as a tree of groups with their tracks.
struct FilmTree {
  struct Node {
    var name: String
    var clip: Rect?
    /// The origin of its groups.
    var pivot: Point
    var isMasked = false
    /// The transform: x, y, degrees, horizontal and vertical scale.
    var transform: FilmTrack
    var opacity: FilmTrack
    /// The mask's centre and radii.
    var mask: FilmTrack
    var drawings: [(markup: String, shown: FilmTrack)] = []
    var children: [Int] = []
    var isShown = false
  }

  private(set) var nodes: [Node] = []
  private(set) var roots: [Int] = []
  private var former = 0.0

  init() {}

  /// Creates the tree of one shot, or of its part below the layer at `top`.
  init(still actors: [Layer], below top: Int? = nil) {
    self.add(actors, at: 0, below: top)
  }

  /// Adds a node with its own tracks. Returns its index, for adding children.
  @discardableResult
  mutating func add(
    _ markup: String, transform: FilmTrack, opacity: FilmTrack = FilmTrack([1]), clip: Rect? = nil,
    to parent: Int?
  ) -> Int {
    var node = Node(Layer(name: "", parent: nil, clip: clip))
    (node.transform, node.opacity) = (transform, opacity)
    if !markup.isEmpty { node.drawings = [(markup, FilmTrack([1]))] }
    self.nodes.append(node)
    let index = self.nodes.count - 1
    if let parent { self.nodes[parent].children.append(index) } else { self.roots.append(index) }
    return index
  }

  /// Adds the next shot, at a film time in seconds.
  mutating func add(_ actors: [Layer], at time: Double, below top: Int? = nil) {
    var children: [Int?: [Int]] = [:]
    for index in actors.indices { children[actors[index].parent, default: []].append(index) }
    var isSeen = [Bool](repeating: false, count: self.nodes.count)
    func merge(_ cast: [Int], into parent: Int?, _ tree: inout FilmTree) {
      var place = 0
      for index in cast {
        let actor = actors[index]
        let siblings = parent.map { tree.nodes[$0].children } ?? tree.roots
        let known = siblings[place...].firstIndex { tree.nodes[$0].name == actor.name }
        let node: Int
        if let known {
          node = siblings[known]
          place = known + 1
        } else {
          node = tree.nodes.count
          tree.nodes.append(Node(actor))
          isSeen.append(false)
          if let parent {
            tree.nodes[parent].children.insert(node, at: place)
          } else {
            tree.roots.insert(node, at: place)
          }
          place += 1
        }
        isSeen[node] = true
        tree.nodes[node].play(actor, at: time, since: tree.former)
        merge(children[index] ?? [], into: node, &tree)
      }
    }
    merge(top.map { [$0] } ?? children[nil] ?? [], into: nil, &self)
    for index in self.nodes.indices where !isSeen[index] {
      self.nodes[index].leave(at: time, since: self.former)
    }
    self.former = time
  }
}

extension FilmTree.Node {
  fileprivate init(_ actor: Layer) {
    self.name = actor.name
    self.clip = actor.clip
    self.pivot = actor.pose.origin
    self.transform = FilmTrack(actor.transform(about: self.pivot))
    self.opacity = FilmTrack([0])
    self.mask = FilmTrack(actor.mask?.values ?? Layer.Mask.none)
  }

  fileprivate mutating func play(_ actor: Layer, at time: Double, since former: Double) {
    let isNew = !self.isShown
    self.isShown = !actor.isHidden
    let opacity = actor.isHidden ? 0 : actor.pose.opacity
    self.opacity.add([opacity], at: time, since: former, jumps: isNew || actor.isHidden)
    guard self.isShown else { return }
    let values = actor.transform(about: self.pivot)
    self.transform.add(values, at: time, since: former, jumps: isNew)
    self.isMasked = self.isMasked || actor.mask != nil
    self.mask.add(actor.mask?.values ?? Layer.Mask.none, at: time, since: former, jumps: isNew)
    if !self.drawings.contains(where: { $0.markup == actor.markup }) && !actor.markup.isEmpty {
      self.drawings.append((actor.markup, FilmTrack([0])))
    }
    for index in self.drawings.indices {
      let isShown = self.drawings[index].markup == actor.markup
      self.drawings[index].shown.add([isShown ? 1 : 0], at: time, since: former, jumps: true)
    }
  }

  fileprivate mutating func leave(at time: Double, since former: Double) {
    self.isShown = false
    self.opacity.add([0], at: time, since: former, jumps: true)
  }
}

extension Layer {
  /// Returns the translation, degrees and scales of groups whose origin is `pivot`.
  fileprivate func transform(about pivot: Point) -> [Double] {
    let pose = self.pose
    let (x, y) = ((pivot.x - pose.origin.x) * pose.scaleX, (pivot.y - pose.origin.y) * pose.scaleY)
    let angle = pose.rotation * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    return [
      pose.origin.x + pose.x + x * cosine - y * sine,
      pose.origin.y + pose.y + x * sine + y * cosine,
      pose.rotation, pose.scaleX, pose.scaleY,
    ]
  }
}

extension Layer.Mask {
  /// A mask that hides nothing.
  fileprivate static let none = [0, 0, 4000.0, 4000]

  fileprivate var values: [Double] {
    [self.center.x, self.center.y, self.radiusX, self.radiusY]
  }
}
