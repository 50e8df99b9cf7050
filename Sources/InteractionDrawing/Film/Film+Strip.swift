import InteractionCore
import InteractionMarkup
import InteractionReplay
import InteractionTrace

/// The film as a strip of pictures.
extension Film {
  /// A key moment of the film.
  struct KeyMoment {
    var time: Instant
    var words: String
    /// The importance; the still is the moment with the most.
    var weight: Double
  }

  /// The maximum number of pictures.
  static let pictures = 8

  /// An SVG document with the key moments, each with a caption.
  public var strip: String {
    let moments = self.keyMoments
    let columns = moments.count <= 4 ? max(moments.count, 1) : (moments.count + 1) / 2
    let (width, height) = (170.0, 376.0)
    let rows = (moments.count + columns - 1) / columns
    let size = Size(width: Double(columns) * width + 16, height: Double(rows) * height + 16)
    let frames = moments.enumerated().map { index, moment in
      Markup.moved(
        self.picture(moment), x: 8 + Double(index % columns) * width,
        y: 8 + Double(index / columns) * height)
    }
    return Markup.document(
      width: size.width, height: size.height, label: "Moments of \(self.title)",
      more: ["font-family": .text(Self.font)],
      [
        Markup.element("title", Markup.escaped(self.title)), Self.back,
        self.library.definitions(for: frames.joined()), frames.joined(separator: "\n"),
      ])
  }

  private func picture(_ moment: KeyMoment) -> String {
    guard let shot = self.shots.last(where: { $0.time <= moment.time }) else { return "" }
    let time = TextMetrics.seconds(
      ((moment.time - self.trace.header.start).seconds * 100).rounded() / 100)
    var markup = ""
    var writer = FilmWriter(FilmTree(still: shot.actors))
    markup += writer.body()
    let place = self.surface(at: moment.time)
    let reach = TimeSpan.milliseconds(120)
    for contact in self.contacts {
      let near = min(max(moment.time, contact.places[0].time), contact.end)
      guard near - moment.time <= reach, moment.time - near <= reach else { continue }
      guard let point = contact.point(at: near).map(place) else { continue }
      markup += Markup.moved(Self.finger, x: point.x, y: point.y)
    }
    let note = self.notes.last { $0.time <= moment.time }
    if let note, (moment.time - note.time).seconds < 0.5 {
      markup += note.markup(in: ShotBuilder.phoneArea)
    }
    let scale = 0.52
    let lines = Self.lines(moment.words, room: 150)
    return Markup.moved(markup, x: 85 - ShotBuilder.phoneArea.center.x * scale, y: 0, scale: scale)
      + Markup.text("\(time) s", x: 85, y: 340, size: 11.5, fill: "#ffb347", weight: 600)
      + lines.enumerated().map { index, line in
        Markup.text(line, x: 85, y: 355 + Double(index) * 13, size: 10.5, fill: "#d5dce6")
      }.joined()
  }

  /// Returns the words on at most two lines.
  private static func lines(_ words: String, room: Double) -> [String] {
    var lines = [""]
    for word in words.split(separator: " ") {
      let longer = lines[lines.count - 1].isEmpty ? "\(word)" : "\(lines[lines.count - 1]) \(word)"
      if TextMetrics.width(longer, size: 10.5) <= room || lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = longer
      } else {
        lines.append("\(word)")
      }
    }
    if lines.count > 2 { lines = [lines[0], lines[1...].joined(separator: " ")] }
    return lines.map { TextMetrics.fitted($0, into: room, size: 10.5) }
  }

  /// The key moments: for each kind of directive the middle of the first one; for few kinds also
  /// after it, or before and after.
  var keyMoments: [KeyMoment] {
    let start = self.trace.header.start
    var kinds: [(kind: String, directive: Directive)] = []
    for directive in self.trace.directives where directive.at > start {
      guard let kind = directive.kind, !kinds.contains(where: { $0.kind == kind }) else { continue }
      kinds.append((kind, directive))
    }
    let each = kinds.count <= 2 ? 3 : kinds.count <= 4 ? 2 : 1
    let limit = max(Self.pictures / each, 1)
    if kinds.count > limit {
      kinds = (0 ..< limit).map { kinds[$0 * (kinds.count - 1) / max(limit - 1, 1)] }
    }
    return kinds.flatMap { _, directive -> [KeyMoment] in
      let words = FilmCaption(directive).words
      let span = directive.visibleSpan
      let half = directive.halfway(of: span)
      let before = KeyMoment(
        time: directive.at + .milliseconds(-20), words: "before", weight: 0)
      let middle = KeyMoment(
        time: directive.at + half, words: words,
        weight: directive.timeline == nil ? 0 : span.seconds)
      let after = KeyMoment(
        time: directive.at + span + .milliseconds(60), words: "after", weight: 0)
      return each == 3 ? [before, middle, after] : each == 2 ? [middle, after] : [middle]
    }
  }
}

extension Directive {
  /// The time for which it is visible.
  fileprivate var visibleSpan: TimeSpan {
    guard let timeline = self.timeline else { return .milliseconds(375) }
    return timeline.isEndless ? .seconds(1) : timeline.duration
  }

  /// Returns the time at which its longest track is about halfway.
  fileprivate func halfway(of span: TimeSpan) -> TimeSpan {
    let times = (1 ... 9).map { TimeSpan(microseconds: span.microseconds / 10 * $0) }
    guard let track = self.timeline?.tracks.max(by: { $0.duration < $1.duration }),
      let first = track.keyframes.first?.value, let last = track.keyframes.last?.value,
      first != last
    else { return times[3] }
    let middle = (first + last) / 2
    func distance(_ time: TimeSpan) -> Double {
      let sample = self.sample(at: time).first {
        $0.target == track.target && $0.property == track.property
      }
      return sample.map { abs($0.value - middle) } ?? .infinity
    }
    return times.min { distance($0) < distance($1) } ?? span
  }

  /// The kind, by which similar directives are shown only once; nil if nothing is visible.
  fileprivate var kind: String? {
    if self.replacesAll { return "snapshot" }
    if let change = self.pageChange { return "\(change.style)" }
    for effect in self.effects {
      switch effect {
      case .presentMenu: return "menu"
      case .requestLogin: return "login"
      case .refresh: return "refresh"
      case .tabAction(let action): return "\(action.kind)"
      default: continue
      }
    }
    for setting in self.settings {
      switch setting.state {
      case .toggle(let toggle): return "toggle \(toggle.id) \(toggle.look)"
      case .floor(let floor): return floor.phase == .closed ? nil : "floor \(floor.phase)"
      case .selection: return self.timeline == nil ? nil : self.curves
      case .transition(let transition):
        if case .interactive = transition.phase { return "drag" }
      case .navigation(let navigation):
        if case .interactive = navigation.phase { return "pull" }
      case .badge: return self.timeline == nil ? nil : "badge"
      default: continue
      }
    }
    return nil
  }

  private var curves: String {
    let properties = self.timeline?.tracks.map { "\($0.property)" } ?? []
    return "select " + Set(properties).sorted().joined(separator: " ")
  }
}
