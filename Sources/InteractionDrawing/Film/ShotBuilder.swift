import InteractionCore
import InteractionMarkup
import InteractionPresentation

/// Converts scenes to shots. Places that a scene leaves to the app, such as those of lists and
/// their rows, are chosen as in most apps.
///
/// A page keeps its name at rest and in transitions; the root and the window are always present.
struct ShotBuilder {
  let experience: Experience
  let sceneDrawing: SceneDrawing
  /// The surface of the next scenes.
  var surface: Surface
  private var shot = Shot(time: .zero, actors: [])
  var former: [Layer] = []
  private var places: [ViewPath: Int] = [:]
  private var window = 0
  private var root = 0
  /// A Boolean value that indicates whether the shot has a page above the root so far.
  private var hasPages = false
  var library = DrawingDefinitions()
  var captures: [String: String] = [:]

  init(_ experience: Experience, in surface: Surface, props: SceneDrawing) {
    (self.experience, self.surface, self.sceneDrawing) = (experience, surface, props)
  }

  /// The area of the phone, in which each screen is centred.
  static let phoneArea = Rect(x: 24, y: 24, width: 300, height: 612)

  /// Returns the shot of `scene`.
  mutating func shot(of scene: PresentedScene, at time: Instant) -> Shot {
    self.former = self.shot.actors
    self.shot = Shot(time: time, actors: [])
    self.places = [:]
    self.hasPages = false
    let device = self.addDevice()
    let backdrop = scene.elements.first { $0.target == .windowSnapshot }
    let isBelow = scene.elements.first?.target == .windowSnapshot
    if let backdrop, isBelow { self.add(backdrop, named: backdrop.target.path, in: device, scene) }
    self.window = self.add("window", in: device, self.pose(of: scene[.window]))
    let root = scene.elements.first { $0.content == .root }
    for element in scene.elements {
      switch element.target {
      case .window, .windowSnapshot: continue
      default: self.add(element, root: root, in: scene)
      }
    }
    if let backdrop, !isBelow { self.add(backdrop, named: backdrop.target.path, in: device, scene) }
    self.addFrame(over: device)
    return self.shot
  }

  /// Returns the index of the layer that shows an element; nil if there is none.
  func place(of target: ViewPath) -> Int? { self.places[target] }

  private mutating func addDevice() -> Int {
    let size = self.surface.viewport
    let room = Self.phoneArea
    let scale = min(
      room.width / size.width, room.height / size.height, size.width > size.height ? 1 : 0.75)
    var pose = Layer.Pose()
    (pose.scaleX, pose.scaleY) = (scale, scale)
    pose.x = room.center.x - size.width * scale / 2
    pose.y = room.center.y - size.height * scale / 2
    let name = "device \(size.width) \(size.height) \(self.surface.direction)"
    self.shot.actors.append(Layer(name: name, parent: nil, pose: pose))
    let screen = Rect(x: 0, y: 0, width: size.width, height: size.height)
    self.shot.actors.append(
      Layer(
        name: "screen", parent: 0, markup: Markup.rect(screen, fill: SceneDrawing.paper),
        clip: screen
      ))
    return 1
  }

  private mutating func addFrame(over device: Int) {
    let size = self.surface.viewport
    self.shot.actors.append(
      Layer(name: "frame", parent: 0, markup: SceneDrawing.frame(size, self.surface.insets)))
  }

  private mutating func add(_ name: String, in parent: Int, _ pose: Layer.Pose) -> Int {
    self.shot.actors.append(Layer(name: name, parent: parent, pose: pose))
    return self.shot.actors.count - 1
  }

  private mutating func add(
    _ element: PresentedScene.Element, root: PresentedScene.Element?, in scene: PresentedScene
  ) {
    if element.content == .root { return _ = self.rootPlace(element, in: scene) }
    let holder = element.parent.flatMap { scene[$0] }
    // A bar that comes after a page lies on it (rule N6).
    let isOnPage = element.target == .tabBar && self.hasPages
    let isInRoot = holder?.content == .root || element.target.isInRoot && !isOnPage
    let parent =
      if let holder, holder.content != .root, let place = self.places[holder.target],
        !self.sceneDrawing.isBesideBar(element.target)
      {
        place
      } else {
        isInRoot ? self.rootPlace(root, in: scene) : self.window
      }
    if element.target.path.hasPrefix("list/"), self.places[element.target] != nil { return }
    var name = element.target.path
    if case .page(let route) = element.content {
      name = "page \(route)"
      self.hasPages = true
    }
    self.add(element, named: name, in: parent, scene)
    let tab = Int(element.target.path.dropFirst(5))
    if element.target.path.hasPrefix("page/"), let tab { self.addLists(of: tab, in: scene) }
  }

  /// Returns the layer of everything below the pages; creates it for the first child.
  private mutating func rootPlace(_ element: PresentedScene.Element?, in scene: PresentedScene)
    -> Int
  {
    let target = element?.target ?? ViewPath("root")
    if let place = self.places[target] { return place }
    self.shot.actors.append(
      Layer(
        name: "root", parent: self.window, pose: self.pose(of: element),
        isHidden: element?.isHidden == true))
    self.places[target] = self.shot.actors.count - 1
    return self.shot.actors.count - 1
  }

  /// Adds the lists of a tab to its page, even if the scene does not contain them.
  private mutating func addLists(of tab: Int, in scene: PresentedScene) {
    guard let page = self.places[.page(tab)] else { return }
    let sources = self.experience.sources.filter { $0.tab == tab }.map(\.id)
    // Banners are drawn over the list.
    for source in sources.filter({ !self.isCarousel($0) }) + sources.filter(self.isCarousel) {
      let target = ViewPath.list(source)
      let screen = Rect(
        x: 0, y: 0, width: self.surface.viewport.width,
        height: self.surface.viewport.height)
      let element = scene[target] ?? PresentedScene.Element(target, frame: screen)
      self.add(element, named: target.path, in: page, scene)
    }
  }

  private func isCarousel(_ source: SourceID) -> Bool {
    self.experience.carousels.contains { $0.source == source }
  }

  private mutating func add(
    _ element: PresentedScene.Element, named name: String, in parent: Int, _ scene: PresentedScene
  ) {
    let isBesideBar = self.sceneDrawing.isBesideBar(element.target)
    let frame = isBesideBar ? nil : element.frame
    self.add(element, named: name, in: parent, at: frame, scene)
  }

  private mutating func add(
    _ element: PresentedScene.Element, named name: String, in parent: Int, at frame: Rect?,
    _ scene: PresentedScene
  ) {
    let frame = frame ?? self.sceneDrawing.frame(of: element.target, in: self.surface)
    let key = "\(name) \(frame.x) \(frame.y) \(frame.width) \(frame.height)"
    var actor = Layer(name: key, parent: parent, isHidden: element.isHidden)
    actor.pose = self.pose(of: element, at: frame)
    actor.mask = element.values.mask(in: frame)
    let place = self.shot.actors.count
    self.places[element.target] = place
    var content: Layer?
    let offset = element.values.contentOffset
    switch element.content {
    case .strip(let pictures):
      actor.clip = frame
      actor.markup = pictures.first.map { self.sceneDrawing.backdrop($0, in: frame) } ?? ""
      content = Layer(
        name: "strip", parent: place, markup: self.sceneDrawing.strip(pictures, in: frame))
      content?.pose.y = -offset.y
    case .capture(let subject, let part, let number):
      actor.markup = self.picture(of: subject, part, at: frame, number, in: scene)
    case .view where element.target.path.hasPrefix("list/"):
      let source = SourceID(String(element.target.path.dropFirst(5)))
      let list = self.sceneDrawing.list(source, in: self.surface)
      actor.clip = list.clip
      content = Layer(name: "content", parent: place, markup: list.rows)
      content?.pose.x = -list.wrapped(offset.x)
      content?.pose.y = -offset.y
    default:
      actor.markup = self.sceneDrawing.drawing(of: element, in: frame, self.surface)
    }
    actor.markup = self.library.shared(actor.markup)
    self.shot.actors.append(actor)
    if var content {
      content.markup = self.library.shared(content.markup)
      self.shot.actors.append(content)
    }
    if let image = element.values.imageFrame {
      var dial = Layer(name: "frames", parent: place, markup: SceneDrawing.dial(in: frame))
      dial.pose.origin = frame.center
      dial.pose.rotation = image * 15
      self.shot.actors.append(dial)
    }
  }
}

extension ViewPath {
  /// A Boolean value that indicates whether it is below the pages, if the scene does not specify a
  /// parent.
  fileprivate var isInRoot: Bool {
    let isPage = self.path.hasPrefix("page/") && Int(self.path.dropFirst(5)) != nil
    return isPage || [.floor, .tabBar, .navigationBar].contains(self)
      || ["list/", "tab/", "toggle/"].contains { self.path.hasPrefix($0) }
        && self != .listSnapshot
  }
}
