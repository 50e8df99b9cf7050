import InteractionCore
import InteractionMarkup
import InteractionTrace

/// The film as an animated SVG.
extension Film {
  private static let size = Size(width: 680, height: 660)
  static let panel = Rect(x: 352, y: 24, width: 304, height: 612)

  /// A looping SVG document without scripts. It shows a still for viewers who prefer reduced
  /// motion.
  public var svg: String {
    let length = self.time.length
    var tree = FilmTree()
    // The film starts and rests on the first shot.
    for (index, shot) in self.shots.enumerated() {
      tree.add(shot.actors, at: index == 0 ? 0 : self.time(of: shot.time))
    }
    let stillAt = self.time(of: self.stillTime)
    var phone = FilmWriter(tree, still: stillAt, length: length, prefix: "a")
    let body = phone.body()
    var overlay = FilmWriter(self.overlay, still: stillAt, length: length, prefix: "b")
    let panel = overlay.body()
    let size = Self.size
    let styles = """

      [id]{animation:\(Markup.number(length, parts: 1000))s linear infinite}
      \(phone.styles)\(overlay.styles)@media (prefers-reduced-motion:reduce){*{animation:none!important}}

      """
    return Markup.document(
      width: size.width, height: size.height, label: "A film of \(self.title)",
      more: ["font-family": .text(Self.font)],
      [
        Markup.element("title", Markup.escaped(self.title)), Markup.element("style", styles),
        Self.back, self.library.definitions(for: body), body, self.heading + panel,
      ])
  }

  /// The background.
  static let back = Markup.element(
    "rect", ["width": "100%", "height": "100%", "rx": "12", "fill": "#1b212b"])

  static let font = "system-ui,-apple-system,'PingFang SC','Noto Sans CJK SC',sans-serif"

  /// The time of the still: the middle of the longest animation.
  private var stillTime: Instant { self.keyMoments.max { $0.weight < $1.weight }?.time ?? .zero }

  private var heading: String {
    let panel = Self.panel
    return Markup.text(
      TextMetrics.fitted(self.title, into: 230, size: 20), x: panel.x, y: panel.y + 14, size: 20,
      fill: "#ffffff", anchor: "start", weight: 700)
  }
}
