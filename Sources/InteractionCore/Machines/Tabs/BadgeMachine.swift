/// The content and appearance of one tab's badge (rules B1–B3).
package struct BadgeMachine: Hashable, Sendable {
  /// The maximum count.
  package static let maximumCount = 999_999_999

  package var content: BadgeContent
  /// A Boolean value that indicates whether a command has hidden the badge, whatever its count.
  package var isHidden: Bool
  /// The offset from the default position, pt.
  package var dx: Double
  package var dy: Double
  /// The height, pt.
  package var height: Double
  /// The endless animation, if any.
  package var loop: BadgeAnimation

  package init(
    content: BadgeContent, isHidden: Bool = false, dx: Double = 0, dy: Double = 0,
    height: Double = 18, loop: BadgeAnimation = .none
  ) {
    self.content = content
    self.isHidden = isHidden
    self.dx = dx
    self.dy = dy
    self.height = height
    self.loop = loop
  }

  package init(
    _ definition: BadgeDefinition, cappedTexts: TabBarDefinition.CappedTexts = .capped
  ) {
    self.init(
      content: definition.content.normalized(
        maximum: definition.maximum, cappedTexts: cappedTexts),
      isHidden: definition.isHidden, dx: definition.dx,
      dy: definition.dy, height: definition.height)
  }

  /// Applies an operation.
  package mutating func apply(
    _ operation: BadgeOperation, maximum: Int, cappedTexts: TabBarDefinition.CappedTexts
  ) {
    switch operation {
    case .set(let content):
      self.content = content.normalized(maximum: maximum, cappedTexts: cappedTexts)
    case .setText(let text):
      self.content = BadgeContent(text: text, maximum: maximum, cappedTexts: cappedTexts)
    case .increase(let amount):
      self.content = self.content.counted(by: amount)
    case .decrease(let amount):
      self.content = self.content.counted(by: 0 - max(amount, -Self.maximumCount))
    case .clear:
      self.content = .number(count: 0, max: self.content.maximum ?? maximum)
    case .hide:
      self.isHidden = true
    case .show:
      self.isHidden = false
    case .move(let dx, let dy):
      self.dx = dx
      self.dy = dy
    case .resize(let height):
      self.height = height
    case .animate(let animation):
      self.loop = animation.isLoop ? animation : .none
    }
  }
}

extension BadgeMachine {
  /// Applies the client's restored state; unset values keep their defaults.
  mutating func restore(
    _ badge: RestoredState.Badge, maximum: Int, cappedTexts: TabBarDefinition.CappedTexts
  ) {
    self.content = badge.content.restored(maximum: maximum, cappedTexts: cappedTexts)
    self.isHidden = badge.isHidden
    if let move = badge.move { (self.dx, self.dy) = (move.x, move.y) }
    if let height = badge.height { self.height = height }
    if let loop = badge.loop { self.loop = loop.isLoop ? loop : .none }
  }
}

extension BadgeContent {
  /// Creates the content that a text stands for (rule B3): an empty text is a dot, digits are a
  /// count, `N+` is the count N + 1 with the maximum N, where that is within the limits, and
  /// everything else is a text without a count.
  package init(text: String, maximum: Int, cappedTexts: TabBarDefinition.CappedTexts = .capped) {
    if text.isEmpty {
      self = .dot
    } else if let count = Self.digits(text) {
      self = .number(count: count, max: maximum)
    } else if cappedTexts == .capped, let limit = Self.limit(text) {
      self = .number(count: limit + 1, max: limit)
    } else {
      self = .text(text)
    }
  }

  /// Returns the N of a text `N+` if N + 1 is a valid count.
  private static func limit(_ text: String) -> Int? {
    guard let limit = text.beforePlus.flatMap({ Self.digits($0) }),
      limit < BadgeMachine.maximumCount
    else { return nil }
    return limit
  }

  /// Returns the value of a decimal text, clamped to the maximum count; nil for any other text.
  private static func digits(_ text: String) -> Int? {
    guard !text.isEmpty else { return nil }
    // Ten times the maximum exceeds `Int`, which has 32 bits in WebAssembly.
    var value: Int64 = 0
    for byte in text.utf8 {
      guard byte >= 48, byte <= 57 else { return nil }
      value = min(value * 10 + Int64(byte - 48), Int64(BadgeMachine.maximumCount))
    }
    return Int(value)
  }

  /// Returns the content within the limits of rule B1: a count with a maximum of 0 or less gets
  /// `maximum`, and a text is interpreted by rule B3.
  package func normalized(
    maximum: Int, cappedTexts: TabBarDefinition.CappedTexts
  ) -> BadgeContent {
    switch self {
    case .number(let count, let max):
      .number(
        count: Self.clamped(count), max: min(max > 0 ? max : maximum, BadgeMachine.maximumCount))
    case .text(let text):
      BadgeContent(text: text, maximum: maximum, cappedTexts: cappedTexts)
    case .dot, .new:
      self
    }
  }

  /// Returns the content of a badge from its visible state: a count above `maximum` that is not
  /// capped had a maximum of its own.
  func restored(maximum: Int, cappedTexts: TabBarDefinition.CappedTexts) -> BadgeContent {
    var content = self
    if case .number(let count, let max) = self, max <= 0, count > maximum {
      content = .number(count: count, max: count)
    }
    return content.normalized(maximum: maximum, cappedTexts: cappedTexts)
  }

  private static func clamped(_ count: Int) -> Int {
    min(Swift.max(count, 0), BadgeMachine.maximumCount)
  }

  var maximum: Int? {
    guard case .number(_, let max) = self else { return nil }
    return max
  }

  /// Returns the content with the count changed by `amount`; content without a count is unchanged
  /// (rule B3).
  func counted(by amount: Int) -> BadgeContent {
    switch self {
    case .number(let count, let max):
      let step = min(Swift.max(amount, -BadgeMachine.maximumCount), BadgeMachine.maximumCount)
      return .number(count: Self.clamped(count + step), max: max)
    case .text(let text):
      // Only `literal` keeps a capped text as text: it continues from its number, without the cap.
      guard let count = Self.limit(text) else { return self }
      return BadgeContent.number(count: count, max: BadgeMachine.maximumCount).counted(by: amount)
    case .dot, .new:
      return self
    }
  }
}

extension BadgeMachine {
  /// Returns the visible state (rule B1).
  func state(tab: Int, isOn: Bool) -> BadgeState {
    let (style, text, saysSomething): (BadgeState.Style, String, Bool) =
      switch self.content {
      case .dot: (.dot, "", true)
      case .new: (.new, "", true)
      case .text(let text): (.text, text, true)
      case .number(let count, let max): (.number, count > max ? "\(max)+" : "\(count)", count > 0)
      }
    return BadgeState(
      tab: tab, isShown: saysSomething && !self.isHidden && isOn, style: style, text: text,
      dx: self.dx, dy: self.dy, height: self.height, loop: self.loop)
  }
}

extension String {
  /// The text before a final plus; nil if it does not end with one.
  var beforePlus: String? {
    guard self.utf8.last == UInt8(ascii: "+") else { return nil }
    return String(decoding: self.utf8.dropLast(), as: UTF8.self)
  }
}
