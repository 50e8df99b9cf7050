import InteractionCore
import InteractionWire

extension BadgeOperation {
  var words: String {
    switch self {
    case .set(let content): "set \(content.words)"
    case .setText(let text): "text \(TraceLineReader.escaped(text))"
    case .increase(let amount): "increase \(amount)"
    case .decrease(let amount): "decrease \(amount)"
    case .clear: "clear"
    case .hide: "hide"
    case .show: "show"
    case .move(let dx, let dy): "move dx=\(plain(dx)) dy=\(plain(dy))"
    case .resize(let height): "height \(plain(height))"
    case .animate(let animation): "animate \(animation.word)"
    }
  }

  init(_ words: inout TraceLineReader) throws {
    let kind = try words.next("the operation")
    switch kind {
    case "set": self = .set(try BadgeContent(&words))
    case "text": self = .setText(try words.text("the text"))
    case "increase": self = .increase(by: try words.number("the amount"))
    case "decrease": self = .decrease(by: try words.number("the amount"))
    case "clear": self = .clear
    case "hide": self = .hide
    case "show": self = .show
    case "move": self = .move(dx: try words.value("dx", 0), dy: try words.value("dy", 0))
    case "height": self = .resize(height: try words.number("the height"))
    case "animate": self = .animate(try words.choice("the animation"))
    default:
      throw TraceError(
        "the operation is '\(kind.prefix(20))'; must be one of set, text, increase, decrease,"
          + " clear, hide, show, move, height, animate")
    }
  }
}

extension BadgeContent {
  var words: String {
    switch self {
    case .dot: "dot"
    case .new: "new"
    case .text(let text): "text \(TraceLineReader.escaped(text))"
    case .number(let count, let max): "number \(count) \(max)"
    }
  }

  init(_ words: inout TraceLineReader) throws {
    let kind = try words.next("the content")
    switch kind {
    case "dot": self = .dot
    case "new": self = .new
    case "text": self = .text(try words.text("the text"))
    case "number":
      self = .number(
        count: try words.number("the count"), max: try words.number("the maximum"))
    default:
      throw TraceError(
        "the content is '\(kind.prefix(20))'; must be one of dot, new, text, number")
    }
  }
}

extension NavigationRequest {
  var words: String {
    var words = [self.operation.word]
    if !self.route.isEmpty { words.append(TraceLineReader.escaped(self.route)) }
    if let style = self.style { words.append("style=\(style.word)") }
    if let frame = self.keyFrame {
      words.append(
        "key-x=\(plain(frame.x)) key-y=\(plain(frame.y))"
          + " key-width=\(plain(frame.width)) key-height=\(plain(frame.height))")
    }
    if self.keepsBar { words.append("keeps-bar=true") }
    return words.joined(separator: " ")
  }

  init(_ words: inout TraceLineReader) throws {
    let operation: Operation = try words.choice("the operation")
    let route = words.nextIfAny().map(TraceLineReader.unescaped) ?? ""
    var frame: Rect?
    if words.has("key-width") {
      frame = Rect(
        x: try words.value("key-x", 0), y: try words.value("key-y", 0),
        width: try words.value("key-width"), height: try words.value("key-height"))
    }
    self.init(
      operation, route: route, style: try words.choice(for: "style"), keyFrame: frame,
      keepsBar: try words.value("keeps-bar", false))
  }
}

extension PageDrag {
  var words: String {
    let route = self.route.isEmpty ? "" : " \(TraceLineReader.escaped(self.route))"
    return "\(self.subject.word) \(self.phase.word)\(route)"
      + " \(self.subject.axis)=\(plain(self.translation)) velocity=\(plain(self.velocity))"
  }

  init(_ words: inout TraceLineReader) throws {
    let subject: Subject = try words.choice("the subject")
    let phase: Phase = try words.choice("the phase")
    let route = words.nextIfAny().map(TraceLineReader.unescaped) ?? ""
    self.init(
      subject, phase, translation: try words.value(subject.axis, 0),
      velocity: try words.value("velocity", 0), route: route)
  }
}

extension PageDrag.Subject {
  /// The key of the translation: the axis of the drag.
  fileprivate var axis: Substring {
    switch self {
    case .tabs, .back: "x"
    case .scan: "y"
    }
  }
}

extension ItemChange {
  var words: String {
    var words = ["\(self.tab)"]
    if self.isEmpty { words.append("reset=true") }
    if let title = self.title { words.append("title=\(TraceLineReader.escaped(title))") }
    if let image = self.image { words.append("image=\(TraceLineReader.escaped(image))") }
    if let image = self.selectedImage {
      words.append("selected-image=\(TraceLineReader.escaped(image))")
    }
    if let isEnabled = self.isEnabled { words.append("enabled=\(isEnabled)") }
    if let isHidden = self.isHidden { words.append("hidden=\(isHidden)") }
    return words.joined(separator: " ")
  }

  init(_ words: inout TraceLineReader) throws {
    func text(_ key: Substring) throws -> String? {
      guard words.has(key) else { return nil }
      let text: String = try words.value(key)
      return TraceLineReader.unescaped(text)
    }
    if words.has("reset") {
      let isReset: Bool = try words.value("reset")
      guard isReset else { throw TraceError("reset is false; must be true, or left out") }
    }
    self.init(
      tab: try words.number("the tab"), title: try text("title"), image: try text("image"),
      selectedImage: try text("selected-image"),
      isEnabled: words.has("enabled") ? try words.value("enabled") : nil,
      isHidden: words.has("hidden") ? try words.value("hidden") : nil)
  }

  /// The values in a fixed order, `-` for those of the experience: several changes on one line.
  var listedWords: String {
    let texts = [self.title, self.image, self.selectedImage].map { text in
      text.map { $0 == "-" ? "%2d" : TraceLineReader.escaped($0) } ?? "-"
    }
    let switches = [self.isEnabled, self.isHidden].map { $0.map(String.init) ?? "-" }
    return (["\(self.tab)"] + texts + switches).joined(separator: " ")
  }

  init(listed words: inout TraceLineReader) throws {
    func text(_ what: String) throws -> String? {
      let word = try words.next(what)
      return word == "-" ? nil : TraceLineReader.unescaped(word)
    }
    self.init(
      tab: try words.number("the tab"), title: try text("the title"),
      image: try text("the image"), selectedImage: try text("the selected image"),
      isEnabled: Bool(try words.next("true, false or -")),
      isHidden: Bool(try words.next("true, false or -")))
  }
}
