import InteractionCore
import InteractionMarkup

/// Writes a tree as SVG: the picture at `still`, and the style sheet that animates it.
struct FilmWriter {
  private let tree: FilmTree
  /// The film's length, s; nil for a still.
  private let length: Double?
  private let still: Double
  private(set) var styles = ""
  private var count = 0
  private let prefix: String

  init(_ tree: FilmTree, still: Double = 0, length: Double? = nil, prefix: String = "a") {
    (self.tree, self.still, self.length, self.prefix) = (tree, still, length, prefix)
  }

  /// Writes the whole tree.
  mutating func body() -> String {
    self.tree.roots.map { self.group($0) }.joined()
  }

  private mutating func group(_ index: Int) -> String {
    let node = self.tree.nodes[index]
    let opacity = node.opacity.reduced([0.02])
    let isUnseen = opacity.allSatisfy { $0.values[0] == 0 }
    if isUnseen || (self.length == nil && node.opacity.values(at: self.still)[0] == 0) { return "" }
    var inner = ""
    for look in node.drawings { inner += self.drawing(look) }
    for child in node.children { inner += self.group(child) }
    if inner.isEmpty { return "" }
    if let clip = node.clip { inner = Markup.clipped(inner, to: clip) }
    if node.isMasked { inner = self.masked(inner, node.mask) }
    let frames = node.transform.reduced([0.4, 0.4, 1.2, 0.008, 0.008])
    var parts: Parts = []
    if frames.contains(where: { $0.values[2] != 0 }) { parts.insert(.rotation) }
    if frames.contains(where: { $0.values[3...] != [1, 1] }) { parts.insert(.scale) }
    let turns = !parts.isEmpty
    if turns { inner = Markup.moved(inner, x: -node.pivot.x, y: -node.pivot.y) }
    let offset = turns ? Point(x: 0, y: 0) : node.pivot
    return self.animated(
      inner,
      [
        (frames, { Self.transform($0, parts, less: offset) }),
        (
          opacity,
          { ("opacity", Markup.number($0[0], parts: 100), Markup.number($0[0], parts: 100)) }
        ),
      ], at: [node.transform, node.opacity])
  }

  private mutating func drawing(_ look: (markup: String, shown: FilmTrack)) -> String {
    if self.length == nil && look.shown.values(at: self.still)[0] == 0 { return "" }
    return self.animated(
      look.markup,
      [(look.shown.reduced([0.02]), { ("opacity", Markup.number($0[0]), Markup.number($0[0])) })],
      at: [look.shown])
  }

  private mutating func masked(_ content: String, _ mask: FilmTrack) -> String {
    self.count += 1
    let id = "\(self.prefix)m\(self.count)"
    let frames = mask.reduced([0.5, 0.5, 0.5, 0.5])
    let ellipse = self.animated(
      "",
      [
        (
          frames,
          { values in
            (
              "transform",
              "translate(\(Markup.number(values[0])) \(Markup.number(values[1]))) scale(\(Markup.number(values[2])) \(Markup.number(values[3])))",
              "translate(\(Markup.number(values[0]))px,\(Markup.number(values[1]))px) scale(\(Markup.number(values[2])),\(Markup.number(values[3])))"
            )
          }
        )
      ], at: [mask], circle: "1")
    return Markup.element("clipPath", ["id": .text(id)], ellipse)
      + Markup.element("g", ["clip-path": "url(#\(id))"], content)
  }

  /// Returns the transform with the functions in `parts` only; those that are constant are omitted.
  private static func transform(_ values: [Double], _ parts: Parts, less offset: Point) -> (
    String, String, String
  ) {
    let (x, y) = (Markup.number(values[0] - offset.x), Markup.number(values[1] - offset.y))
    let angle = Markup.number(values[2])
    let scale = values[3...].map { Markup.number($0, parts: 1000) }
    let size =
      parts.contains(.scale)
      ? scale[0] == scale[1] ? " scale(\(scale[0]))" : " scale(\(scale[0]),\(scale[1]))" : ""
    let turns = parts.contains(.rotation)
    return (
      "transform", "translate(\(x) \(y))" + (turns ? " rotate(\(angle))" : "") + size,
      "translate(\(x)px,\(y)px)" + (turns ? " rotate(\(angle)deg)" : "") + size
    )
  }

  /// The functions of a transform besides translation.
  private struct Parts: OptionSet {
    let rawValue: Int
    static let rotation = Parts(rawValue: 1)
    static let scale = Parts(rawValue: 2)
  }

  /// Writes a group whose properties follow tracks, or have the values at the still's time; or a
  /// circle with a radius.
  private mutating func animated(
    _ inner: String,
    _ parts: [(keys: [FilmTrack.Key], words: ([Double]) -> (String, String, String))],
    at tracks: [FilmTrack], circle: MarkupValue? = nil
  ) -> String {
    var attributes: [(key: String, value: MarkupValue?)] = circle.map { [("r", $0)] } ?? []
    var names: [String] = []
    for (part, track) in zip(parts, tracks) {
      let (property, still, _) = part.words(track.values(at: self.still))
      if still != "translate(0 0)" && !(property == "opacity" && still == "1") {
        attributes.append((property, .text(still)))
      }
      guard let length = self.length, part.keys.count > 1 else { continue }
      self.count += 1
      let name = "\(self.prefix)\(self.count)"
      names.append(name)
      self.styles += "@keyframes \(name){\(Self.keyframes(part.keys, part.words, over: length))}\n"
    }
    if !names.isEmpty {
      attributes.append(("id", .text(names[0])))
      self.styles += "#\(names[0]){animation-name:\(names.joined(separator: ","))}\n"
    }
    guard circle == nil else { return Markup.element("circle", attributes: attributes) }
    return attributes.isEmpty ? inner : Markup.element("g", attributes: attributes, inner)
  }

  private static func keyframes(
    _ keys: [FilmTrack.Key], _ words: ([Double]) -> (String, String, String), over length: Double
  ) -> String {
    var frames: [(from: String, to: String, style: String)] = []
    for key in keys {
      let (property, _, value) = words(key.values)
      let at = Markup.number(key.time / length * 100, parts: 1000) + "%"
      let style = "\(property):\(value)"
      if frames.last?.style == style {
        frames[frames.count - 1].to = at
      } else {
        frames.append((at, at, style))
      }
    }
    frames[0].from = "0%"
    frames[frames.count - 1].to = "100%"
    return frames.map { frame in
      "\(frame.from == frame.to ? frame.from : "\(frame.from),\(frame.to)"){\(frame.style)}"
    }.joined()
  }
}
