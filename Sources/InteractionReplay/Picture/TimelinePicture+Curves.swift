import InteractionCore

// The curves of everything that animates, in small multiples: a frame for each animation, a cell
// for each of its tracks, all cells of a frame on the same time axis.

extension TimelinePicture {
  private static let mostAnimations = 24
  private static let columns = 4
  private static let gap = 20.0
  /// The distance from a column to the next.
  private static let column = (edge - margin + gap) / Double(columns)

  /// An animation and the directives that play it: equal ones are drawn once.
  private struct Animation {
    let label: String
    let lane: Lane
    let timeline: Timeline
    var numbers: [UInt64]

    var columns: Int { min(self.timeline.tracks.count, TimelinePicture.columns) }
    var height: Double {
      let most = TimelinePicture.columns
      let rows = (self.timeline.tracks.count + most - 1) / most
      return 30 + Double(rows) * TrackCurve.height
    }
  }

  private var animations: [Animation] {
    var animations: [Animation] = []
    for directive in self.directives {
      guard let timeline = directive.timeline, timeline.duration > .zero else { continue }
      let known = animations.firstIndex {
        $0.timeline == timeline && $0.lane == directive.lane && $0.label == directive.label
      }
      if let known {
        animations[known].numbers.append(directive.sequence)
      } else {
        animations.append(
          Animation(
            label: directive.label, lane: directive.lane, timeline: timeline,
            numbers: [directive.sequence]))
      }
    }
    return animations
  }

  func drawCurves(y: inout Double, into svg: inout SVG) {
    let animations = self.animations
    guard !animations.isEmpty else { return }
    y += 44
    svg.text("curves", x: Self.margin, y: y, "title")
    var note = "each animation on a time axis of its own, equal ones once"
    if animations.count > Self.mostAnimations {
      note += "; the last \(animations.count - Self.mostAnimations) are not drawn"
    }
    svg.text(note, x: Self.left, y: y, "note")
    y += 18
    var waiting = Array(animations.prefix(Self.mostAnimations))
    while !waiting.isEmpty {
      // Each row takes the next ones, and whatever else still fits in.
      var column = 0
      var height = 0.0
      for animation in Self.take(Self.columns, from: &waiting) {
        self.draw(animation, column: column, y: y, into: &svg)
        column += animation.columns
        height = max(height, animation.height)
      }
      y += height + 12
    }
  }

  /// The first animation, and after it those that fit beside it.
  private static func take(_ columns: Int, from waiting: inout [Animation]) -> [Animation] {
    var taken: [Animation] = []
    var free = columns
    while let next = waiting.firstIndex(where: { $0.columns <= free }), free > 0 {
      free -= waiting[next].columns
      taken.append(waiting.remove(at: next))
    }
    return taken
  }

  private func draw(_ animation: Animation, column: Int, y: Double, into svg: inout SVG) {
    let style = animation.lane.rawValue
    let x = Self.margin + Double(column) * Self.column
    let width = Double(animation.columns) * Self.column - Self.gap
    svg.rect(x: x, y: y, width: width, height: 2, "dot \(style)", radius: 1)
    let numbers = Self.text(animation.numbers, into: width * 0.45)
    svg.text(numbers, x: x + width, y: y + 18, "note", anchor: .end)
    // A bold letter is wider.
    let room = (width - Lettering.width(numbers) - 10) / 1.12
    svg.text(Lettering.fitted(animation.label, into: room), x: x, y: y + 18, "heading")
    let seconds = 0 ... animation.timeline.drawnEnd
    for (index, track) in animation.timeline.tracks.enumerated() {
      let left = x + Double(index % Self.columns) * Self.column
      let right = left + Self.column - Self.gap
      TrackCurve(track).draw(
        from: left, to: right, top: y + 30 + Double(index / Self.columns) * TrackCurve.height,
        over: Scale(seconds, from: left + 6, to: right - (animation.timeline.goesOn ? 20 : 6)),
        style: style, into: &svg)
    }
  }

  /// The numbers of directives, as many as there is room for.
  private static func text(_ numbers: [UInt64], into room: Double) -> String {
    let all = numbers.map { "#\($0)" }
    for count in stride(from: all.count, to: 1, by: -1) {
      let rest = count < all.count ? " and \(all.count - count) more" : ""
      let text = all.prefix(count).joined(separator: " ") + rest
      if Lettering.width(text) <= room { return text }
    }
    return all.count > 1 ? "\(all[0]) and \(all.count - 1) more" : all.joined()
  }
}
