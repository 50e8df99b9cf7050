package import InteractionCore
import SwiftProtobuf

extension Surface {
  /// Converts a surface. An unset scale or text scale is 1; an unknown direction is left to
  /// right.
  package init(_ proto: Proto.Surface) throws(Violation) {
    try checkLength(proto.locale, 35, "surface.locale")
    self.init(
      viewport: Size(width: proto.width, height: proto.height),
      insets: Insets(proto.insets),
      scale: proto.scale == 0 ? 1 : proto.scale,
      direction: Direction(known: proto.direction) ?? .leftToRight,
      reducedMotion: proto.reducedMotion,
      locale: proto.locale,
      textScale: proto.textScale == 0 ? 1 : proto.textScale,
      colorScheme: ColorScheme(known: proto.colorScheme) ?? .light,
      increasedContrast: proto.increasedContrast
    )
    if let violation = self.violations.first { throw violation }
  }

  package var proto: Proto.Surface {
    .with {
      $0.width = self.viewport.width
      $0.height = self.viewport.height
      if self.insets != .zero { $0.insets = self.insets.proto }
      $0.scale = self.scale
      $0.direction = self.direction.proto
      $0.reducedMotion = self.reducedMotion
      $0.locale = self.locale
      if self.textScale != 1 { $0.textScale = self.textScale }
      if self.colorScheme != .light { $0.colorScheme = self.colorScheme.proto }
      $0.increasedContrast = self.increasedContrast
    }
  }
}

extension Insets {
  package init(_ proto: Interaction_V1_Insets) {
    self.init(top: proto.top, left: proto.left, bottom: proto.bottom, right: proto.right)
  }

  package var proto: Interaction_V1_Insets {
    .with {
      $0.top = self.top
      $0.left = self.left
      $0.bottom = self.bottom
      $0.right = self.right
    }
  }
}

extension Rect {
  package init(_ proto: Interaction_V1_Rect) {
    self.init(x: proto.x, y: proto.y, width: proto.width, height: proto.height)
  }

  package var proto: Interaction_V1_Rect {
    .with {
      $0.x = self.x
      $0.y = self.y
      $0.width = self.width
      $0.height = self.height
    }
  }
}

extension RestoredState {
  /// Converts a client's state. Unknown parts of a newer contract level are dropped, and an unknown
  /// page style is replaced by `fade`. IDs and numbers are checked against the experience later.
  package init(_ proto: Proto.Current) throws(Violation) {
    try checkCount(proto.offsets.count, 128, "current.offsets")
    try checkCount(proto.badges.count, 16, "current.badges")
    try checkCount(proto.tabPages.count, 16, "current.tab_pages")
    try checkCount(proto.items.count, 16, "current.items")
    try checkCount(proto.aboveToggles.count, 8, "current.above_toggles")
    var offsets: [Offset] = []
    for (index, offset) in proto.offsets.enumerated() {
      let y = try required(offset.hasY, offset.y, "current.offsets[\(index)].y")
      offsets.append(
        Offset(
          source: SourceID(offset.source), y: y, list: offset.list, isShown: !offset.unseen))
    }
    var badges: [Badge] = []
    for (index, badge) in proto.badges.enumerated() {
      let tab = Int(try required(badge.hasTab, badge.tab, "current.badges[\(index)].tab"))
      if let badge = Badge(known: badge, tab: tab) { badges.append(badge) }
    }
    var items: [ItemChange] = []
    for (index, change) in proto.items.enumerated() {
      items.append(try ItemChange(change, "current.items[\(index)]"))
    }
    self.init(
      selectedTab: proto.hasSelectedTab ? Int(proto.selectedTab) : nil,
      offsets: offsets,
      isFloorOpen: proto.floorOpen,
      isSignedIn: proto.signedIn,
      pages: proto.pages.prefix(17).map { NavigationState.Page($0, substitute: .fade) },
      badges: badges,
      isSwipingOn: proto.hasSwiping ? proto.swiping : nil,
      isFloorOff: proto.floorOff,
      tabPages: proto.tabPages.map { NavigationState.TabPages($0, substitute: .fade) },
      itemChanges: items,
      isBarHidden: proto.barHidden,
      aboveToggles: proto.aboveToggles
    )
  }

  package var proto: Proto.Current {
    .with {
      if let tab = self.selectedTab { $0.selectedTab = Int32(clamping: tab) }
      $0.offsets = self.offsets.map { offset in
        .with {
          $0.source = offset.source.name
          $0.y = offset.y
          $0.list = offset.list
          $0.unseen = !offset.isShown
        }
      }
      $0.floorOpen = self.isFloorOpen
      $0.signedIn = self.isSignedIn
      $0.pages = self.pages.map { $0.proto }
      $0.badges = self.badges.map { $0.proto }
      if let isOn = self.isSwipingOn { $0.swiping = isOn }
      $0.floorOff = self.isFloorOff
      $0.tabPages = self.tabPages.map { $0.proto }
      $0.items = self.itemChanges.map { $0.proto }
      $0.barHidden = self.isBarHidden
      $0.aboveToggles = self.aboveToggles
    }
  }
}

extension RestoredState.Badge {
  /// Converts a badge's state; nil for unknown content, for which the tab shows the experience's
  /// initial badge.
  fileprivate init?(known proto: Interaction_V1_CurrentBadge, tab: Int) {
    guard let content = BadgeContent(known: proto.content) else { return nil }
    self.init(
      tab: tab, content: content, isHidden: proto.hidden,
      move: proto.hasMove ? Point(x: proto.move.dx, y: proto.move.dy) : nil,
      height: proto.hasHeight ? proto.height : nil, loop: BadgeAnimation(known: proto.loop))
  }

  fileprivate var proto: Interaction_V1_CurrentBadge {
    .with {
      $0.tab = Int32(clamping: self.tab)
      $0.content = self.content.proto
      $0.hidden = self.isHidden
      if let move = self.move { $0.move = .with { ($0.dx, $0.dy) = (move.x, move.y) } }
      if let height = self.height { $0.height = height }
      if let loop = self.loop { $0.loop = loop.proto }
    }
  }
}

/// Checks that a text has at most `limit` bytes and no control characters, which could affect a log
/// or a terminal.
package func checkText(_ text: String, _ limit: Int, _ field: String) throws(Violation) {
  try checkLength(text, limit, field)
  for (place, scalar) in text.unicodeScalars.enumerated() where scalar.isControl {
    let code = String(scalar.value, radix: 16, uppercase: true)
    throw Violation(
      field: field,
      problem: "has a control character, U+\(String(repeating: "0", count: max(4 - code.count, 0)))"
        + "\(code), at position \(place); remove it")
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    // The categories control, line separator and paragraph separator, without Unicode's tables.
    switch self.value {
    case 0 ... 0x1F, 0x7F ... 0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}

private func checkCount(_ count: Int, _ limit: Int, _ field: String) throws(Violation) {
  guard count <= limit else {
    throw Violation(
      field: field, problem: "has \(count) entries; at most \(limit) are allowed; remove entries")
  }
}

/// Checks that a text has at most `limit` UTF-8 bytes.
package func checkLength(_ text: String, _ limit: Int, _ field: String) throws(Violation) {
  let length = text.utf8.count
  guard length <= limit else {
    throw Violation(
      field: field, problem: "has \(length) bytes; at most \(limit) are allowed; shorten it")
  }
}
