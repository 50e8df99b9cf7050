public import InteractionCore

/// A session as a picture: the list's offset over time with its trigger lines, and below it every
/// directive as a mark, its animation's span and its curve.
public struct TimelinePicture {
  private static let left = 76.0
  private static let right = 24.0
  private static let top = 64.0
  private static let chartHeight = 300.0
  private static let rowHeight = 34.0
  private static let width = 1200.0

  private let trace: Trace
  private let directives: [Directive]
  private let lines: [SourceID: TriggerLines]
  private let source: SourceID
  private let samples: [(time: Double, y: Double)]
  private let duration: Double
  private let range: ClosedRange<Double>

  /// A picture of `trace` and of the directives that it led to.
  ///
  /// - Parameter lines: Trigger lines by list; the list with the most samples is drawn.
  public init(
    _ trace: Trace, directives: [Directive], lines: [SourceID: TriggerLines]
  ) {
    self.trace = trace
    self.directives = directives
    self.lines = lines
    let scrolls = trace.events.compactMap { event -> (event: Event, scroll: Scroll)? in
      guard case .scroll(let scroll) = event.kind else { return nil }
      return (event, scroll)
    }
    let counts = Dictionary(grouping: scrolls) { $0.scroll.source }.mapValues(\.count)
    let source = counts.max { ($0.value, $1.key.name) < ($1.value, $0.key.name) }?.key
    self.source = source ?? SourceID("")
    self.samples = scrolls.filter { $0.scroll.source == source }.map { event, scroll in
      ((event.time - trace.header.start).seconds, scroll.y)
    }
    let ends = directives.map { directive in
      (directive.at - trace.header.start).seconds + (directive.timeline?.duration.seconds ?? 0)
    }
    let lastShown = max(ends.max() ?? 0, self.samples.last?.time ?? 0)
    // Room on the right for the last mark's label.
    self.duration = max(lastShown * 1.06, 1)
    let offsets = self.samples.map(\.y) + [0]
    self.range = (offsets.min() ?? 0) - 40 ... max((offsets.max() ?? 0) + 40, 200)
  }

  /// The picture as an SVG document.
  public var svg: String {
    var svg = SVG(width: Self.width, height: 0)
    let rows = self.rows
    svg.height = Self.top + Self.chartHeight + 44 + Double(rows.count) * Self.rowHeight + 40
    svg.rect(x: 0, y: 0, width: svg.width, height: svg.height, "back")
    self.drawTitle(into: &svg)
    self.drawChart(into: &svg)
    self.drawRows(rows, into: &svg)
    self.drawTimeAxis(bottom: svg.height - 34, into: &svg)
    return svg.document(
      title: "Session timeline: \(self.trace.header.experience)", styles: Self.styles)
  }
}

// MARK: - The offset chart

extension TimelinePicture {
  private func x(_ time: Double) -> Double {
    Self.left + time / self.duration * (Self.width - Self.left - Self.right)
  }

  private func y(_ offset: Double) -> Double {
    let span = self.range.upperBound - self.range.lowerBound
    return Self.top + (1 - (offset - self.range.lowerBound) / span) * Self.chartHeight
  }

  private func drawTitle(into svg: inout SVG) {
    svg.text(
      "\(self.trace.header.experience): \(self.trace.steps.count) events, "
        + "\(self.directives.count) directives",
      x: Self.left, y: 28, "title")
    svg.text(
      "offset of '\(self.source)' in pt; shaded while a finger is down; dashed: trigger lines",
      x: Self.left, y: 48, "note")
  }

  private func drawChart(into svg: inout SVG) {
    svg.rect(
      x: Self.left, y: Self.top, width: Self.width - Self.left - Self.right,
      height: Self.chartHeight, "panel")
    for (start, end) in self.drags {
      svg.rect(
        x: self.x(start), y: Self.top, width: max(self.x(end) - self.x(start), 1),
        height: Self.chartHeight, "drag")
    }
    for offset in Self.ticks(in: self.range) {
      svg.line(
        x1: Self.left, y1: self.y(offset), x2: Self.width - Self.right, y2: self.y(offset), "grid")
      svg.text(
        TimelineText.number(offset), x: Self.left - 8, y: self.y(offset) + 4, "tick", anchor: "end")
    }
    self.drawTriggerLines(into: &svg)
    for (time, text) in self.touches {
      svg.line(
        x1: self.x(time), y1: Self.top, x2: self.x(time), y2: Self.top + Self.chartHeight, "touch")
      let isRoomy = self.x(time) + Double(text.count) * 6.2 < Self.width - Self.right
      svg.text(
        text, x: self.x(time) + (isRoomy ? 4 : -4), y: Self.top + 14, "touchlabel",
        anchor: isRoomy ? "start" : "end")
    }
    svg.polyline(self.samples.map { (self.x($0.time), self.y($0.y)) }, "offset")
  }

  /// The lines, with labels that do not sit on each other.
  private func drawTriggerLines(into svg: inout SVG) {
    var lastLabel = Double.infinity
    var shift = 0.0
    let offsets = (self.lines[self.source]?.offsets ?? []).filter(self.range.contains)
    for y in offsets.map(self.y) {
      svg.line(x1: Self.left, y1: y, x2: Self.width - Self.right, y2: y, "trigger")
    }
    for offset in offsets {
      let y = self.y(offset)
      // Labels that would sit on each other step to the left.
      let isClose = abs(lastLabel - y) < 12
      shift = isClose ? shift + 34 : 0
      lastLabel = y
      svg.text(
        TimelineText.number(offset), x: Self.width - Self.right - 4 - shift, y: y - 3,
        "triggerlabel", anchor: "end")
    }
  }

  /// When a finger was down on the drawn list.
  private var drags: [(start: Double, end: Double)] {
    var drags: [(start: Double, end: Double)] = []
    var start: Double?
    for event in self.trace.events {
      guard case .scroll(let scroll) = event.kind, scroll.source == self.source else { continue }
      let time = (event.time - self.trace.header.start).seconds
      switch scroll.phase {
      case .began:
        start = time
      case .ended, .cancelled, .settled, .programmaticBegan:
        if let start { drags.append((start, time)) }
        start = nil
      case .moved, .decelerating, .programmaticMoved, .programmaticEnded:
        break
      }
    }
    return drags
  }

  /// What happened besides scrolling.
  private var touches: [(time: Double, text: String)] {
    self.trace.events.compactMap { event in
      switch event.kind {
      case .scroll, .tick, .serverTick, .open, .unknown, .heldDrags, .animationEnded,
        .pointer, .contentSize, .pageDrag:
        nil
      case .tapTab(let index):
        ((event.time - self.trace.header.start).seconds, "tap \(index)")
      case .assetReady:
        ((event.time - self.trace.header.start).seconds, "image ready")
      case .selectTab, .orderToggle, .assetFailed, .floor, .environment, .background,
        .foreground, .account, .menu, .badge, .navigate, .swiping, .refreshDone, .holdExpired:
        ((event.time - self.trace.header.start).seconds, TimelineText.words(event.kind))
      }
    }
  }

  /// About six round numbers in `range`.
  private static func ticks(in range: ClosedRange<Double>) -> [Double] {
    let span = range.upperBound - range.lowerBound
    let steps = [1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 1e6]
    let step = steps.first { span / $0 <= 7 } ?? span
    let first = (range.lowerBound / step).rounded(.up) * step
    return Array(stride(from: first, through: range.upperBound, by: step))
  }

  private func drawTimeAxis(bottom: Double, into svg: inout SVG) {
    for time in Self.ticks(in: 0 ... self.duration) {
      svg.line(
        x1: self.x(time), y1: Self.top + Self.chartHeight, x2: self.x(time), y2: bottom, "grid")
      svg.text(
        "\(TimelineText.number(time)) s", x: self.x(time), y: bottom + 16, "tick",
        anchor: "middle")
    }
  }
}

// MARK: - The directives

extension TimelinePicture {
  /// One row of marks; marks that would cover each other stand in rows of their own.
  private struct Row {
    var lane: String
    var marks: [Directive]
    var end: Double
  }

  private var rows: [Row] {
    var rows: [Row] = []
    for directive in self.directives {
      let lane = directive.lane
      let start = self.x((directive.at - self.trace.header.start).seconds)
      let end = start + max(self.labelWidth(directive) + 12, self.barWidth(directive) + 6)
      if let index = rows.firstIndex(where: { $0.lane == lane && $0.end <= start }) {
        rows[index].marks.append(directive)
        rows[index].end = end
      } else {
        rows.append(Row(lane: lane, marks: [directive], end: end))
      }
    }
    let order = [
      "toggle", "tabs", "transition", "badges", "menu", "gate", "effects", "pages", "floor", "list",
      "snapshot", "refusal",
    ]
    return rows.enumerated().sorted { a, b in
      (order.firstIndex(of: a.element.lane) ?? 9, a.offset)
        < (order.firstIndex(of: b.element.lane) ?? 9, b.offset)
    }.map(\.element)
  }

  private func labelWidth(_ directive: Directive) -> Double {
    Double(directive.label.count) * 6.2
  }

  private func barWidth(_ directive: Directive) -> Double {
    let span = directive.timeline?.duration.seconds ?? 0
    return span / self.duration * (Self.width - Self.left - Self.right)
  }

  private func drawRows(_ rows: [Row], into svg: inout SVG) {
    var y = Self.top + Self.chartHeight + 36
    var lane = ""
    for row in rows {
      if row.lane != lane {
        lane = row.lane
        svg.text(lane, x: Self.left - 8, y: y + 14, "lane", anchor: "end")
      }
      for directive in row.marks { self.draw(directive, y: y, into: &svg) }
      y += Self.rowHeight
    }
  }

  /// A dot at the cause's time, a bar for the animation, and its first track's curve in the bar.
  private func draw(_ directive: Directive, y: Double, into svg: inout SVG) {
    let start = (directive.at - self.trace.header.start).seconds
    let x = self.x(start)
    svg.line(x1: x, y1: Self.top, x2: x, y2: y + 8, "cause")
    if let timeline = directive.timeline, timeline.duration > .zero {
      let width = max(self.barWidth(directive), 3)
      svg.rect(x: x, y: y, width: width, height: 18, "bar \(directive.lane)", radius: 3)
      for track in timeline.tracks { self.drawCurve(track, x: x, y: y, into: &svg) }
    }
    svg.circle(x: x, y: y + 9, radius: 4, "dot \(directive.lane)")
    svg.text(directive.label, x: x + 7, y: y - 3, "label")
  }

  private func drawCurve(_ track: Track, x: Double, y: Double, into svg: inout SVG) {
    let values = track.keyframes.map(\.value)
    guard let low = values.min(), let high = values.max(), high > low else { return }
    let pixelsPerSecond = (Self.width - Self.left - Self.right) / self.duration
    let span = track.end - track.delay
    let points = (0 ... 24).map { step -> (x: Double, y: Double) in
      let part = Double(step) / 24
      let time =
        track.delay
        + TimeSpan(microseconds: Int64(Double(span.microseconds) * part) - (step == 24 ? 1 : 0))
      let value = track.value(at: time) ?? values[0]
      return (
        x + time.seconds * pixelsPerSecond, y + 17 - (value - low) / (high - low) * 16
      )
    }
    svg.polyline(points, "curve")
  }

  private static let styles = """
    svg { color-scheme: light dark; font-family: ui-sans-serif, system-ui, sans-serif; }
    .back { fill: #ffffff; } .panel { fill: #f6f8fa; }
    .title { font-size: 17px; font-weight: 600; fill: #1f2328; }
    .note, .tick, .lane { font-size: 11.5px; fill: #59636e; }
    .lane { font-weight: 600; }
    .grid { stroke: #d1d9e0; stroke-width: 0.6; }
    .drag { fill: #0969da; opacity: 0.09; }
    .trigger { stroke: #bc4c00; stroke-width: 1; stroke-dasharray: 5 4; }
    .triggerlabel { font-size: 11px; fill: #bc4c00; }
    .triggerlabel, .touchlabel { paint-order: stroke; stroke: #f6f8fa; stroke-width: 3px; }
    .touch { stroke: #8250df; stroke-width: 1; stroke-dasharray: 2 3; }
    .touchlabel { font-size: 11px; fill: #8250df; }
    .offset { fill: none; stroke: #0969da; stroke-width: 2; stroke-linejoin: round; }
    .cause { stroke: #8c959f; stroke-width: 0.5; opacity: 0.5; }
    .bar { opacity: 0.28; } .label { font-size: 11px; fill: #1f2328; }
    .curve { fill: none; stroke: #1f2328; stroke-width: 1.1; opacity: 0.65; }
    .toggle { fill: #cf222e; } .tabs { fill: #8250df; } .floor { fill: #1a7f37; }
    .list { fill: #0969da; } .snapshot { fill: #59636e; } .refusal { fill: #9a6700; }
    @media (prefers-color-scheme: dark) {
      .back { fill: #0d1117; } .panel { fill: #151b23; }
      .title, .label { fill: #f0f6fc; } .note, .tick, .lane { fill: #9198a1; }
      .grid { stroke: #3d444d; } .curve { stroke: #f0f6fc; }
      .offset { stroke: #4493f8; } .drag { fill: #4493f8; opacity: 0.16; }
      .triggerlabel, .touchlabel { stroke: #151b23; }
      .trigger { stroke: #db6d28; } .triggerlabel { fill: #db6d28; }
      .touch { stroke: #ab7df8; } .touchlabel { fill: #ab7df8; } .bar { opacity: 0.4; }
      .toggle { fill: #f85149; } .tabs { fill: #ab7df8; } .floor { fill: #3fb950; }
      .list { fill: #4493f8; } .snapshot { fill: #9198a1; } .refusal { fill: #d29922; }
    }
    """
}

extension Directive {
  /// The lane of the picture that the directive stands in; also its style.
  fileprivate var lane: String {
    switch self.action {
    case .selectTab: "tabs"
    case .scrollTo, .scrollToItem, .refresh: "list"
    case .navigate: "pages"
    case .presentMenu: "menu"
    case .requestLogin, .perform: "gate"
    case .media, .haptic, .sound: "effects"
    case .snapshot: "snapshot"
    case .refuse: "refusal"
    case .animate(let setting, _): setting?.lane ?? "floor"
    case .set(let setting): setting.lane
    }
  }

  /// What stands beside the mark.
  fileprivate var label: String {
    switch self.action {
    case .selectTab(let selection): "tab \(selection.to)"
    case .scrollTo(_, let y, _): "scroll to \(TimelineText.number(y))"
    case .scrollToItem(_, let item, _, _): "item \(item)"
    case .refresh: "refresh"
    case .navigate(let navigation): "\(navigation.operation) \(navigation.style)"
    case .presentMenu: "menu"
    case .requestLogin: "login?"
    case .media(let media): media.name
    case .haptic(let haptic): "\(haptic)"
    case .sound(let name): name
    case .perform(let action, _): "\(action.kind)"
    case .snapshot: "snapshot"
    case .refuse(let refusal): "\(refusal.reason)"
    case .animate(let setting, _): setting?.label ?? "hint"
    case .set(let setting): setting.label
    }
  }
}

extension Setting {
  fileprivate var lane: String {
    switch self.state {
    case .toggle: "toggle"
    case .selection, .layout: "tabs"
    case .floor, .floorLayout, .links: "floor"
    case .badge: "badges"
    case .gate: "gate"
    case .press: "menu"
    case .transition: "transition"
    case .navigation: "pages"
    case .refresh: "list"
    }
  }

  fileprivate var label: String {
    switch self.state {
    case .toggle(let toggle): toggle.name
    case .selection(let selection): "tab \(selection.selected)"
    case .layout: "layout"
    case .floor(let floor): "\(floor.phase)"
    case .floorLayout: "image"
    case .links(let links): links.isEmpty ? "links off" : "links on"
    case .badge(let badge): badge.isShown ? "\(badge.style) \(badge.text)" : "no badge"
    case .gate(let gate): gate.pendingTab.map { "tab \($0) waits" } ?? "gate"
    case .press(let press): "\(press.phase)"
    case .transition(let transition): "transition \(transition.number)"
    case .navigation(let navigation): "\(navigation.pages.count) pages"
    case .refresh(let refresh): refresh.isRefreshing ? "refreshing" : "refreshed"
    }
  }
}
