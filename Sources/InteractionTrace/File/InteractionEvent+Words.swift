package import InteractionCore
import InteractionWire

// Parsing and formatting of events as words. Events whose fields are simple word lists are
// generated.

extension InteractionEvent.Kind {
  package var words: String {
    switch self {
    case .scroll(let scroll): "scroll \(scroll.words)"
    case .pointer(let pointer):
      "pointer \(pointer.id) \(pointer.phase.word) \(TraceLineReader.escaped(pointer.target.path))"
        + " x=\(plain(pointer.position.x)) y=\(plain(pointer.position.y))"
    case .tick: "tick"
    case .serverTick: "tick server"
    case .assetReady(let asset):
      "asset \(asset.slot) \(asset.kind.word)"
        + " width=\(plain(asset.size.width)) height=\(plain(asset.size.height))"
    case .assetFailed(let slot): "asset \(slot) failed"
    case .assetLooped(let slot): "asset \(slot) looped"
    case .surface(let surface): "surface \(surface.words)"
    case .background: "background"
    case .foreground: "foreground"
    case .heldDrags(let held, let pointers):
      (["held"] + held.map { "\($0.source)/\($0.drag)" }
        + (pointers.isEmpty
          ? [] : ["pointers=" + pointers.map(String.init).joined(separator: ",")]))
        .joined(separator: " ")
    case .selectionVerdict(let verdict):
      "selection \(verdict.isAllowed ? "allowed" : "vetoed") \(verdict.tab)"
    case .menu(.chosen(let entry)): "menu chosen \(entry)"
    case .menu(.dismissed): "menu dismissed"
    case .badge(let tab, let operation): "badge \(tab) \(operation.words)"
    case .navigate(let request): "navigate \(request.words)"
    case .pageDrag(let drag): "drag \(drag.words)"
    case .item(let change): "item \(change.words)"
    case .bar(let isHidden): "bar \(isHidden ? "hidden" : "shown")"
    case .move: "move \(self.moveWords)"
    case .swiping(let isOn): "swiping \(isOn ? "on" : "off")"
    case .contentSize(let source, let size):
      "content \(source) width=\(plain(size.width)) height=\(plain(size.height))"
    case .open: "open"
    default: self.listedWords ?? self.label
    }
  }

  init(_ words: inout TraceLineReader) throws {
    let kind = try words.next("the kind of event")
    switch kind {
    case "scroll":
      self = .scroll(try Scroll(&words))
    case "pointer":
      self = .pointer(
        Pointer(
          id: try words.number("the pointer"), phase: try words.choice("the phase"),
          target: ViewPath(try words.text("the target")),
          position: Point(x: try words.value("x"), y: try words.value("y"))))
    case "tick":
      self = words.rest().first == "server" ? .serverTick : .tick
    case "asset":
      self = try Self.asset(&words)
    case "surface":
      self = .surface(try Surface(&words))
    case "background":
      self = .background
    case "foreground":
      self = .foreground
    case "held":
      self = .heldDrags(
        try words.rest().map(HeldDrag.init(word:)),
        pointers: try words.list("pointers"))
    case "selection":
      let verdict = try words.next("the verdict")
      guard ["allowed", "vetoed"].contains(verdict) else {
        throw TraceError("the verdict is '\(verdict)'; must be one of allowed, vetoed")
      }
      self = .selectionVerdict(
        SelectionVerdict(tab: try words.number("the tab"), isAllowed: verdict == "allowed"))
    case "menu":
      let choice = try words.next("the choice")
      self = .menu(
        choice == "dismissed" ? .dismissed : .chosen(entry: try words.number("the entry")))
    case "badge":
      let tab: Int = try words.number("the tab")
      self = .badge(tab: tab, operation: try BadgeOperation(&words))
    case "navigate":
      self = .navigate(try NavigationRequest(&words))
    case "drag":
      self = .pageDrag(try PageDrag(&words))
    case "swiping":
      self = .swiping(isOn: try words.next("on or off") == "on")
    case "item":
      self = .item(try ItemChange(&words))
    case "bar":
      self = .bar(isHidden: try words.next("hidden or shown") == "hidden")
    case "move":
      self = try Self.move(&words)
    case "content":
      self = .contentSize(
        source: SourceID(try words.next("the source")),
        size: Size(width: try words.value("width"), height: try words.value("height", 0)))
    default:
      guard let listed = try Self(listed: kind, &words) else {
        throw TraceError("unknown event '\(kind.prefix(20))'")
      }
      self = listed
    }
  }

  private static func asset(_ words: inout TraceLineReader) throws -> InteractionEvent.Kind {
    let slot = try words.next("the slot")
    guard words.has("width") else {
      return words.rest().first == "looped" ? .assetLooped(slot: slot) : .assetFailed(slot: slot)
    }
    let size = Size(width: try words.value("width"), height: try words.value("height"))
    return .assetReady(Asset(slot: slot, kind: try words.choice("the kind"), size: size))
  }
}

extension Scroll {
  fileprivate var words: String {
    "\(self.source) \(self.drag) \(self.phase.word) x=\(plain(self.x)) y=\(plain(self.y))"
      + (self.velocity.map { " velocity=\(plain($0))" } ?? "")
  }

  fileprivate init(_ words: inout TraceLineReader) throws {
    self.init(
      source: SourceID(try words.next("the source")),
      drag: try words.number("the drag"),
      phase: try words.choice("the phase"),
      x: try words.value("x", 0),
      y: try words.value("y"),
      velocity: words.has("velocity") ? try words.value("velocity") : nil)
  }
}

extension HeldDrag {
  fileprivate init(word: String) throws {
    let parts = word.split(separator: "/")
    guard parts.count == 2, let drag = UInt32(parts[1]) else {
      throw TraceError("'\(word)' must be a source and a drag such as home/1")
    }
    self.init(source: SourceID(String(parts[0])), drag: drag)
  }
}

extension Surface {
  var words: String {
    var words = [
      "width=\(plain(self.viewport.width))", "height=\(plain(self.viewport.height))",
      "scale=\(plain(self.scale))",
    ]
    let insets: [(String, Double)] = [
      ("top", self.insets.top), ("left", self.insets.left), ("bottom", self.insets.bottom),
      ("right", self.insets.right),
    ]
    words += insets.filter { $0.1 != 0 }.map { "\($0.0)=\(plain($0.1))" }
    if self.direction != .leftToRight { words.append("direction=\(self.direction.word)") }
    if self.reducedMotion { words.append("reduced-motion=true") }
    if !self.locale.isEmpty { words.append("locale=\(self.locale)") }
    if self.textScale != 1 { words.append("text-scale=\(plain(self.textScale))") }
    if self.colorScheme != .light { words.append("color-scheme=\(self.colorScheme.word)") }
    if self.increasedContrast { words.append("increased-contrast=true") }
    return words.joined(separator: " ")
  }

  init(_ words: inout TraceLineReader) throws {
    self.init(
      viewport: Size(width: try words.value("width"), height: try words.value("height")),
      insets: Insets(
        top: try words.value("top", 0), left: try words.value("left", 0),
        bottom: try words.value("bottom", 0), right: try words.value("right", 0)),
      scale: try words.value("scale", 1),
      direction: try words.choice(for: "direction") ?? .leftToRight,
      reducedMotion: try words.value("reduced-motion", false),
      locale: try words.value("locale", ""),
      textScale: try words.value("text-scale", 1),
      colorScheme: try words.choice(for: "color-scheme") ?? .light,
      increasedContrast: try words.value("increased-contrast", false))
    if let violation = self.violations.first { throw violation }
  }
}

extension RestoredState {
  var words: String {
    var words = self.selectedTab.map { ["tab=\($0)"] } ?? []
    words += self.offsets.map { offset in
      let list = offset.list.isEmpty ? "" : "/\(offset.list)"
      return "\(offset.isShown ? "offset" : "unseen").\(offset.source)\(list)=\(plain(offset.y))"
    }
    if self.isBarHidden { words.append("bar-hidden=true") }
    if !self.aboveToggles.isEmpty {
      words.append("above=\(self.aboveToggles.joined(separator: ","))")
    }
    if self.isFloorOpen { words.append("floor=true") }
    if self.isFloorOff { words.append("floor-off=true") }
    if self.isSignedIn { words.append("signed-in=true") }
    words += self.badges.map { badge in
      "badge \(badge.tab) \(badge.isHidden ? "hidden" : "shown") \(badge.content.words)"
        + badge.place
    }
    if let isOn = self.isSwipingOn { words.append("swiping=\(isOn)") }
    words += self.pages.map { "page \($0.words)" }
    words += self.tabPages.flatMap { kept in
      kept.pages.map { "page-of \(kept.tab) \($0.words)" }
    }
    words += self.itemChanges.map { "item \($0.listedWords)" }
    return words.joined(separator: " ")
  }

  init(_ words: inout TraceLineReader) throws {
    var pages: [NavigationState.Page] = []
    var tabPages: [NavigationState.TabPages] = []
    var badges: [Badge] = []
    var items: [ItemChange] = []
    while let kind = words.nextIfAny() {
      switch kind {
      case "badge":
        let tab: Int = try words.number("the tab")
        let isHidden = try words.next("hidden or shown") == "hidden"
        badges.append(Badge(tab: tab, content: try BadgeContent(&words), isHidden: isHidden))
      case "placed":
        guard var badge = badges.popLast() else {
          throw TraceError("placed needs a badge before it")
        }
        try badge.place(&words)
        badges.append(badge)
      case "item":
        items.append(try ItemChange(listed: &words))
      case "page-of":
        let tab: Int = try words.number("the tab")
        let page = try NavigationState.Page(&words)
        if tabPages.last?.tab == tab {
          tabPages[tabPages.count - 1].pages.append(page)
        } else {
          tabPages.append(NavigationState.TabPages(tab: tab, pages: [page]))
        }
      default:
        pages.append(try NavigationState.Page(&words))
      }
    }
    let offsets = try words.values(with: ["offset", "unseen"]).map { prefix, key, y in
      let parts = key.split(separator: "/", maxSplits: 1)
      return Offset(
        source: SourceID(String(parts.first ?? "")), y: y,
        list: parts.count > 1 ? String(parts[1]) : "", isShown: prefix == "offset")
    }
    self.init(
      selectedTab: words.has("tab") ? try words.value("tab") : nil,
      offsets: offsets,
      isFloorOpen: try words.value("floor", false),
      isSignedIn: try words.value("signed-in", false), pages: pages, badges: badges,
      isSwipingOn: words.has("swiping") ? try words.value("swiping") : nil,
      isFloorOff: try words.value("floor-off", false), tabPages: tabPages, itemChanges: items,
      isBarHidden: try words.value("bar-hidden", false),
      aboveToggles: try words.list("above"))
  }
}

extension NavigationState.Page {
  fileprivate var words: String {
    let kind = self.isPresented ? "presented" : self.keepsBar ? "pushed-keeping-bar" : "pushed"
    let frame = self.keyFrame.map { [$0.x, $0.y, $0.width, $0.height].map(plain) } ?? ["-"]
    return "\(kind) \(self.style.word) \(TraceLineReader.escaped(self.route))"
      + " \(frame.joined(separator: ","))"
  }

  fileprivate init(_ words: inout TraceLineReader) throws {
    let kind = try words.next("presented, pushed or pushed-keeping-bar")
    let style: NavigationStyle = try words.choice("the style")
    let route = try words.text("the route")
    let frame = try words.next("the key view's frame").split(separator: ",").compactMap {
      Double($0)
    }
    self.init(
      route: route, style: style, isPresented: kind == "presented",
      keyFrame: frame.count == 4
        ? Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3]) : nil,
      keepsBar: kind == "pushed-keeping-bar")
  }
}

extension RestoredState.Badge {
  /// The badge's position, height and animation after `placed`; empty if none of them is set.
  fileprivate var place: String {
    guard self.move != nil || self.height != nil || self.loop != nil else { return "" }
    let move = self.move.map { "\(plain($0.x)),\(plain($0.y))" } ?? "-"
    let height = self.height.map(plain) ?? "-"
    return " placed \(move) \(height) \(self.loop?.word ?? "-")"
  }

  fileprivate mutating func place(_ words: inout TraceLineReader) throws {
    let move = try words.next("the place").split(separator: ",").compactMap { Double($0) }
    self.move = move.count == 2 ? Point(x: move[0], y: move[1]) : nil
    self.height = Double(try words.next("the height"))
    self.loop = try words.choiceIfAny("the loop")
  }
}
