import InteractionCore
import InteractionMarkup

/// Lists, which scroll, and banners, which page.
extension SceneDrawing {
  /// The drawing of a list.
  struct List {
    /// The visible rectangle on the screen.
    var clip: Rect
    var rows: String
    /// The length after which its pages repeat, pt; nil if they do not.
    var period: Double?

    /// Returns an offset wrapped to the drawn pages.
    func wrapped(_ x: Double) -> Double {
      guard let period = self.period, period > 0, x.isFinite else { return x }
      return x - (x / period).rounded(.down) * period
    }
  }

  func list(_ source: SourceID, in surface: Surface) -> List {
    if let carousel = self.experience.carousels.first(where: { $0.source == source }) {
      return self.banner(carousel, in: surface)
    }
    let size = surface.viewport
    let top = Self.top(surface) + (self.hasBanner(beside: source) ? 174 : 0)
    let clip = Rect(x: 0, y: top, width: size.width, height: size.height - top)
    let extent = self.extents[source] ?? 0 ... 0
    let last = min(extent.upperBound, 20_000) + size.height
    var rows = Markup.rect(
      Rect(x: 0, y: top, width: size.width, height: last), fill: Self.paper)
    var number = 0
    while Double(number) * 112 < last {
      rows += self.row(number, y: top + 12 + Double(number) * 112, width: size.width)
      number += 1
    }
    var former = 0.0
    for line in self.lines[source] ?? [] where abs(line) >= 20 && abs(line - former) >= 12 {
      rows += self.mark(line, y: top + line, width: size.width)
      former = line
    }
    return List(clip: clip, rows: rows)
  }

  private func hasBanner(beside source: SourceID) -> Bool {
    let tab = self.experience.sources.first { $0.id == source }?.tab
    return self.experience.sources.contains { other in
      other.tab == tab && self.experience.carousels.contains { $0.source == other.id }
    }
  }

  private func row(_ number: Int, y: Double, width: Double) -> String {
    let card = Rect(x: 12, y: y, width: width - 24, height: 100)
    let picture = Rect(x: 24, y: y + 12, width: 76, height: 76)
    let gray = "#e3e7ec"
    return Markup.rect(card, fill: "#ffffff", radius: 12)
      + Markup.rect(picture, fill: Self.tint(number), radius: 8)
      + Markup.text(
        "\(number + 1)", x: picture.center.x, y: picture.center.y, size: 30, fill: "#6b7480",
        weight: 600)
      + Markup.rect(
        Rect(x: 114, y: y + 24, width: (width - 150) * (number % 2 == 0 ? 0.9 : 0.7), height: 12),
        fill: gray, radius: 6)
      + Markup.rect(
        Rect(x: 114, y: y + 50, width: (width - 150) * (number % 3 == 0 ? 0.5 : 0.6), height: 12),
        fill: gray, radius: 6)
  }

  /// Returns a trigger line, which is at the page's bar when the offset is reached.
  private func mark(_ line: Double, y: Double, width: Double) -> String {
    let label = Rect(x: width - 78, y: y - 9, width: 66, height: 18)
    return Markup.line(
      x1: 0, y1: y, x2: width, y2: y, stroke: "#ff5a36",
      more: ["stroke-width": "2", "stroke-dasharray": "7 5"])
      + Markup.rect(label, fill: "#ff5a36", radius: 9)
      + Markup.text(
        "\(TextMetrics.number(abs(line))) pt", x: label.center.x, y: y, size: 11.5, fill: "#ffffff",
        weight: 600)
  }

  private func banner(_ carousel: CarouselDefinition, in surface: Surface) -> List {
    let top = Self.top(surface) + 12
    let width = carousel.width ?? surface.viewport.width
    let clip = Rect(x: 0, y: top, width: surface.viewport.width, height: 150)
    let count = min(max(carousel.count, 1), 20)
    let pages = (0 ... count).map { index in
      let page = Rect(
        x: Double(index) * width + 12, y: top, width: width - 24, height: 150)
      let number = index % count
      return Markup.rect(page, fill: Self.tint(number + 1), radius: 14)
        + Markup.text(
          "\(number + 1) / \(count)", x: page.center.x, y: page.center.y, size: 34,
          fill: "#3c434d", weight: 700)
    }
    return List(clip: clip, rows: pages.joined(), period: Double(count) * width)
  }
}
