import InteractionCore
import InteractionMarkup
import InteractionPresentation

/// Pages, and the views of page transitions.
extension SceneDrawing {
  func view(_ target: ViewPath, in frame: Rect, _ surface: Surface) -> String {
    switch target {
    case .pageMask: Markup.rect(frame, fill: "#000000")
    case .pageBlur: Markup.rect(frame, fill: "#2b3444")
    case .pageFill: Markup.rect(frame, fill: "#ffffff")
    case .navigationBar: self.header("", in: frame, surface, fill: "#ffffff")
    case .floorPage: self.floorPage(in: frame, surface)
    default:
      if target.path.hasPrefix("page/"), let tab = Int(target.path.dropFirst(5)) {
        self.tabPage(tab, in: frame, surface)
      } else {
        Markup.rect(frame, fill: "#ffffff", radius: 8, more: ["stroke": "#9aa3b0"])
          + Markup.text(
            TextMetrics.fitted(target.path, into: frame.width - 12), x: frame.center.x,
            y: frame.center.y, size: 11.5, fill: Self.ink)
      }
    }
  }

  /// Returns the page of a tab. It is transparent if the second floor is behind its list.
  private func tabPage(_ tab: Int, in frame: Rect, _ surface: Surface) -> String {
    let sources = self.experience.sources.filter { $0.tab == tab }.map(\.id)
    if let floor = self.experience.floor, sources.contains(floor.source) { return "" }
    let items = self.experience.tabBar.items
    let title = items.indices.contains(tab) ? items[tab].title.text(for: surface.locale) : ""
    let header = self.header(title, in: frame, surface, fill: "#ffffff")
    guard sources.isEmpty else { return Markup.rect(frame, fill: Self.paper) + header }
    return Markup.rect(frame, fill: Self.tint(tab)) + self.blocks(below: frame, surface)
      + Markup.text(
        title, x: frame.center.x, y: frame.center.y - 30, size: 44, fill: "#3c434d", weight: 700)
      + header
  }

  /// Returns a page above the root, by its route.
  func page(_ route: String, in frame: Rect, _ surface: Surface) -> String {
    let number = route.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) & 0xFFFF }
    return Markup.rect(frame, fill: Self.tint(number)) + self.blocks(below: frame, surface)
      + Markup.text(
        TextMetrics.fitted(route, into: frame.width - 60, size: 26), x: frame.center.x,
        y: frame.center.y - 30, size: 26, fill: "#3c434d", weight: 700)
      + self.header(route, in: frame, surface, fill: "#ffffff", goesBack: true)
  }

  private func header(
    _ title: String, in frame: Rect, _ surface: Surface, fill: String,
    goesBack: Bool = false
  ) -> String {
    let bar = Rect(x: frame.x, y: frame.y, width: frame.width, height: Self.top(surface))
    let middle = bar.y + bar.height - 22
    let left = frame.x + surface.insets.left
    let field = Rect(x: left + 56, y: middle - 14, width: frame.width - 112, height: 28)
    let words =
      title.isEmpty
      ? Markup.rect(field, fill: "#eceff3", radius: 14)
      : Markup.text(
        TextMetrics.fitted(title, into: frame.width - 120, size: 17), x: frame.center.x, y: middle,
        size: 17, fill: "#20242b", weight: 600)
    let back =
      goesBack
      ? Markup.path(
        "M\(Markup.number(left + 26)) \(Markup.number(middle - 8))l-8 8l8 8",
        ["fill": "none", "stroke": .text(Self.accent), "stroke-width": "3"]) : ""
    return Markup.rect(bar, fill: fill) + words + back
      + Markup.rect(
        Rect(x: bar.x, y: bar.y + bar.height - 1, width: bar.width, height: 1), fill: "#dfe3e8")
  }

  private func blocks(below frame: Rect, _ surface: Surface) -> String {
    let top = frame.y + Self.top(surface)
    let white = "#ffffff99"
    let width = frame.width
    return Markup.rect(
      Rect(x: frame.x + 16, y: top + 16, width: width - 32, height: frame.height * 0.2),
      fill: white, radius: 12)
      + (0 ..< 3).map { index in
        Markup.rect(
          Rect(
            x: frame.x + 16, y: frame.y + frame.height * (0.56 + Double(index) * 0.09),
            width: (width - 32) * (1 - Double(index) * 0.15), height: frame.height * 0.06),
          fill: white, radius: 8)
      }.joined()
  }

  /// Returns the page that the second floor opens.
  private func floorPage(in frame: Rect, _ surface: Surface) -> String {
    let words = surface.locale.hasPrefix("zh") ? "二楼" : "Second floor"
    return Markup.rect(frame, fill: "#3b1a6e")
      + self.stars(in: frame)
      + Markup.text(
        words, x: frame.center.x, y: frame.y + frame.height * 0.36, size: 48, fill: "#ffd76a",
        weight: 700)
      + (0 ..< 2).map { index in
        Markup.rect(
          Rect(
            x: frame.x + 28 + Double(index) * (frame.width / 2 - 20),
            y: frame.y + frame.height * 0.5, width: frame.width / 2 - 36,
            height: frame.height * 0.24), fill: "#ffffff2e", radius: 16)
      }.joined()
  }

  func floorImage(_ picture: ElementContent.ImageContent, in frame: Rect) -> String {
    Markup.rect(frame, fill: "#5a2ca0") + self.stars(in: frame)
      + Markup.text(
        picture.isPlaying ? "★ ★ ★" : "★ ☆ ★", x: frame.center.x, y: frame.y + frame.height - 190,
        size: 34, fill: "#ffd76a")
  }

  private func stars(in frame: Rect) -> String {
    (0 ..< 18).map { index in
      let (x, y) = (Double((index * 37 + 11) % 100) / 100, Double((index * 61 + 7) % 100) / 100)
      return Markup.circle(
        x: frame.x + frame.width * x, y: frame.y + frame.height * y,
        radius: index % 3 == 0 ? 3 : 1.8, fill: "#fff3c4")
    }.joined()
  }
}
