import InteractionCore
import InteractionMarkup
import InteractionPresentation

/// Placeholder drawings of the app's content: pictures by name, pages, rows and badges.
struct SceneDrawing {
  let experience: Experience
  /// The range of each list's offset, pt.
  var extents: [SourceID: ClosedRange<Double>] = [:]
  /// The trigger lines, by list, pt.
  var lines: [SourceID: [Double]] = [:]

  static let paper = "#f6f7f9"
  static let ink = "#575d66"
  static let accent = "#18a2ff"
  /// The tints of pages and rows.
  static let tints = ["#ffd9c2", "#cfe8ff", "#d8f3d4", "#ffe9a8", "#e6d9ff", "#ffd3e0"]

  static func tint(_ index: Int) -> String { Self.tints[((index % 6) + 6) % 6] }

  /// Returns the height of the bar above a page, including the inset.
  static func top(_ surface: Surface) -> Double { surface.insets.top + 44 }

  /// Returns the drawing of an element.
  func drawing(of element: PresentedScene.Element, in frame: Rect, _ surface: Surface)
    -> String
  {
    switch element.content {
    case .view: self.view(element.target, in: frame, surface)
    case .color(let color):
      Markup.rect(frame, fill: Markup.color(color, or: "#ffffff"))
        + (element.target == .tabBar
          ? Markup.rect(
            Rect(x: frame.x, y: frame.y, width: frame.width, height: 1), fill: "#d5d8dd") : "")
    case .item(let look, let isPressed): self.button(look, isPressed: isPressed, in: frame)
    case .picture(let picture):
      if element.target == .floorImage {
        self.floorImage(picture, in: frame)
      } else if element.target.path.hasSuffix("/badge") {
        // The toggle on it shows its own picture.
        self.experience.toggles.isEmpty ? self.glyph(picture.name, in: frame) : ""
      } else {
        self.backdrop(picture, in: frame) + self.glyph(picture.name, in: frame)
      }
    case .text(let text): self.text(text, in: frame)
    case .badge(let badge): self.badge(badge, in: frame)
    case .animation(let name, let isAtEnd):
      Glyph(name).markup(in: frame, color: isAtEnd ? Self.accent : Self.ink)
    case .page(let route): self.page(route, in: frame, surface)
    case .root, .strip, .capture: ""
    }
  }

  /// Returns the frame of a view that the engine does not lay out.
  func frame(of target: ViewPath, in surface: Surface) -> Rect {
    let size = surface.viewport
    if target == .navigationBar {
      return Rect(x: 0, y: 0, width: size.width, height: Self.top(surface))
    }
    if target.path.hasPrefix("toggle/") {
      return Rect(x: size.width - 66, y: size.height - 170, width: 46, height: 46)
    }
    return Rect(x: size.width / 2 - 70, y: size.height / 2 - 30, width: 140, height: 60)
  }

  /// Returns whether a toggle is placed over the list: the big logo has room only for the first
  /// one.
  func isBesideBar(_ target: ViewPath) -> Bool {
    let toggles = self.experience.toggles.dropFirst().map { ViewPath.toggle($0.id).path }
    return toggles.contains { target.path == $0 || target.path.hasPrefix($0 + "/") }
  }

  /// Returns the drawing behind a picture.
  func backdrop(_ picture: ElementContent.ImageContent, in frame: Rect) -> String {
    picture.background.isEmpty ? "" : self.glyph(picture.background, in: frame)
  }

  /// Returns pictures, one below the other.
  func strip(_ pictures: [ElementContent.ImageContent], in frame: Rect) -> String {
    pictures.enumerated().map { index, picture in
      var place = frame
      place.y += Double(index) * frame.height
      return self.glyph(picture.name, in: place)
    }.joined()
  }

  private func glyph(_ name: String, in frame: Rect) -> String {
    let isChosen = ["selected", "pressed"].contains { name.contains($0) }
    return Glyph(name).markup(in: frame, color: isChosen ? Self.accent : Self.ink)
  }

  /// Returns a dot that rotates with the frames of an image sequence.
  static func dial(in frame: Rect) -> String {
    Markup.circle(
      x: frame.center.x, y: frame.y - 2, radius: 3.5, fill: "#ff5a36")
  }

  /// Returns the phone around the screen.
  static func frame(_ size: Size, _ insets: Insets) -> String {
    let edge = Rect(x: -7, y: -7, width: size.width + 14, height: size.height + 14)
    let rim: Markup.Attributes = ["stroke": "#0b0e13", "stroke-width": "14"]
    let shine = Rect(x: -14, y: -14, width: size.width + 28, height: size.height + 28)
    let isWide = size.width > size.height
    let (across, along) = (size.width / 2, size.height / 2)
    let notch =
      isWide
      ? Rect(x: -4, y: along - 70, width: 26, height: 140)
      : Rect(x: across - 70, y: -4, width: 140, height: 28)
    let home = Rect(x: across - 60, y: size.height - 12, width: 120, height: 5)
    return Markup.rect(edge, fill: "none", radius: 34, more: rim)
      + Markup.rect(
        shine, fill: "none", radius: 42, more: ["stroke": "#5b6472", "stroke-width": "2"])
      + Markup.rect(notch, fill: "#0b0e13", radius: 12)
      + (insets.bottom > 0 ? Markup.rect(home, fill: "#20242b", radius: 2.5) : "")
  }
}
