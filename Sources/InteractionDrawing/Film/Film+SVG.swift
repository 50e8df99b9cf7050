import InteractionCore
import InteractionMarkup
import InteractionTrace

/// The film as one animated picture.
extension Film {
  private static let size = Size(width: 680, height: 660)
  static let panel = Rect(x: 352, y: 24, width: 304, height: 612)

  /// An SVG document without script that plays and loops wherever pictures show, and stands still
  /// for people who ask for less motion.
  public var svg: String {
    let length = self.time.length
    var tree = FilmTree()
    // The first shot shows from the start of the film, which rests on it.
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

  /// What lies behind everything.
  static let back = Markup.element(
    "rect", ["width": "100%", "height": "100%", "rx": "12", "fill": "#1b212b"])

  static let font = "system-ui,-apple-system,'PingFang SC','Noto Sans CJK SC',sans-serif"

  /// What shows where nothing moves: the middle of the longest animation.
  private var stillTime: Instant { self.moments.max { $0.weight < $1.weight }?.time ?? .zero }

  private var heading: String {
    let panel = Self.panel
    return Markup.text(
      Lettering.fitted(self.title, into: 230, size: 20), x: panel.x, y: panel.y + 14, size: 20,
      fill: "#ffffff", anchor: "start", weight: 700)
  }
}
