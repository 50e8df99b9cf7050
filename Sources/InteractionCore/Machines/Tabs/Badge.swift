/// What one tab's badge counts or says (rules B1–B3).
package struct Badge: Hashable, Sendable {
  /// The largest count.
  package static let maximumCount = 999_999_999

  package var content: BadgeContent
  /// Whether it is hidden by command, whatever it counts.
  package var isHidden: Bool
  /// How far it stands from its usual place, pt.
  package var dx: Double
  package var dy: Double
  /// How high it is, pt.
  package var height: Double
  /// The animation that it plays for ever, if any.
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

  /// Takes in an operation.
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

extension Badge {
  /// Takes up what the client still shows; what it does not say stays as it is.
  mutating func restore(
    _ badge: Restoration.Badge, maximum: Int, cappedTexts: TabBarDefinition.CappedTexts
  ) {
    self.content = badge.content.restored(maximum: maximum, cappedTexts: cappedTexts)
    self.isHidden = badge.isHidden
    if let move = badge.move { (self.dx, self.dy) = (move.x, move.y) }
    if let height = badge.height { self.height = height }
    if let loop = badge.loop { self.loop = loop.isLoop ? loop : .none }
  }
}

extension BadgeContent {
  /// What a caller's text stands for (rule B3): nothing is a dot, digits are a count, `N+` is one
  /// more than N with N as its limit, where that is a count, and everything else is a text that
  /// does not count.
  package init(text: String, maximum: Int, cappedTexts: TabBarDefinition.CappedTexts = .capped) {
    if text.isEmpty {
      self = .dot
    } else if let count = Self.digits(text[...]) {
      self = .number(count: count, max: maximum)
    } else if cappedTexts == .capped, let limit = Self.limit(text) {
      self = .number(count: limit + 1, max: limit)
    } else {
      self = .text(text)
    }
  }

  /// The N of a text `N+`, if one more is a count.
  private static func limit(_ text: String) -> Int? {
    guard text.last == "+", let limit = Self.digits(text.dropLast()), limit < Badge.maximumCount
    else { return nil }
    return limit
  }

  /// The number that `text` consists of, held at the largest count; nil if it is anything else.
  private static func digits(_ text: Substring) -> Int? {
    guard !text.isEmpty else { return nil }
    var value = 0
    for byte in text.utf8 {
      guard byte >= 48, byte <= 57 else { return nil }
      value = min(value * 10 + Int(byte - 48), Badge.maximumCount)
    }
    return value
  }

  /// The same within the limits of rule B1: a count whose limit is not positive has `maximum`, and
  /// a text is what rule B3 makes of it.
  package func normalized(
    maximum: Int, cappedTexts: TabBarDefinition.CappedTexts
  ) -> BadgeContent {
    switch self {
    case .number(let count, let max):
      .number(count: Self.held(count), max: min(max > 0 ? max : maximum, Badge.maximumCount))
    case .text(let text):
      BadgeContent(text: text, maximum: maximum, cappedTexts: cappedTexts)
    case .dot, .new:
      self
    }
  }

  /// The same as what a badge has shown: a count above `maximum` that was not cut off had a limit
  /// of its own.
  func restored(maximum: Int, cappedTexts: TabBarDefinition.CappedTexts) -> BadgeContent {
    var content = self
    if case .number(let count, let max) = self, max <= 0, count > maximum {
      content = .number(count: count, max: count)
    }
    return content.normalized(maximum: maximum, cappedTexts: cappedTexts)
  }

  private static func held(_ count: Int) -> Int {
    min(Swift.max(count, 0), Badge.maximumCount)
  }

  var maximum: Int? {
    guard case .number(_, let max) = self else { return nil }
    return max
  }

  /// The same, counted up or down; what does not count stays as it is (rule B3).
  func counted(by amount: Int) -> BadgeContent {
    switch self {
    case .number(let count, let max):
      let step = min(Swift.max(amount, -Badge.maximumCount), Badge.maximumCount)
      return .number(count: Self.held(count + step), max: max)
    case .text(let text):
      // Only `literal` keeps a capped text as one: it counts its number on, without the limit.
      guard let count = Self.limit(text) else { return self }
      return BadgeContent.number(count: count, max: Badge.maximumCount).counted(by: amount)
    case .dot, .new:
      return self
    }
  }
}

extension Badge {
  /// What a client is to show (rule B1).
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
