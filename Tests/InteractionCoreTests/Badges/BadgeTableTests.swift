import InteractionCore
import Testing

/// The interpretation of texts, and the results of operations on them (rules B1 and B3).
@Suite struct BadgeTableTests {
  typealias Row = BadgeRow

  /// Texts with a limit: `N+` is one more than N, so that it never becomes N + 1 nor 1.
  static let capped = [
    Row("919+", "", "919+"),
    Row("919+", "+1", "919+", literal: "920"),
    Row("919+", "+5", "919+", literal: "924"),
    Row("919+", "-1", "919", literal: "918"),
    Row("919+", "-2", "918", literal: "917"),
    Row("919+", "+1 -1", "919+", literal: "919"),
    Row("919+", "+3 -4", "919", literal: "918"),
    Row("919+", "-1 +1", "919+", literal: "919"),
    Row("919+", "-919", "1", literal: "-"),
    Row("919+", "-920", "-"),
    Row("919+", "-920 +1", "1"),
    Row("919+", "clear", "-"),
    Row("919+", "clear +1", "1"),
    Row("919+", "hide +1", "-"),
    Row("919+", "hide +1 show", "919+", literal: "920"),
    Row("99+", "+1", "99+", literal: "100"),
    Row("99+", "-1", "99", literal: "98"),
    Row("0+", "", "0+"),
    Row("0+", "-1", "-"),
    Row("0+", "+1", "0+", literal: "1"),
    Row("999999998+", "", "999999998+"),
    Row("999999998+", "-1", "999999998", literal: "999999997"),
  ]

  /// Digits are a count with the limit 99, unless the owner sets another.
  static let counts = [
    Row("0", "", "-"), Row("0", "+1", "1"), Row("0", "-1", "-"), Row("0", "-5 +2", "2"),
    Row("0", "hide +1", "-"), Row("0", "hide +1 show", "1"),
    Row("1", "-1 hide +1", "-"), Row("1", "hide -1 +1 show", "1"),
    Row("5", "", "5"), Row("5", "-3", "2"), Row("5", "-5", "-"), Row("5", "-5 +1", "1"),
    Row("5", "hide", "-"), Row("5", "hide +1", "-"), Row("5", "hide +1 show", "6"),
    Row("5", "show", "5"), Row("5", "clear", "-"), Row("5", "clear show", "-"),
    Row("5", "clear +2", "2"), Row("5", "hide clear +2", "-"), Row("5", "hide clear +2 show", "2"),
    Row("007", "", "7"), Row("007", "+1", "8"), Row("000", "", "-"),
    Row("99", "", "99"), Row("99", "+1", "99+"), Row("99", "+1 -1", "99"),
    Row("100", "", "99+"), Row("100", "-1", "99"), Row("100", "+1", "99+"),
    Row("99999999999", "", "99+"), Row("99999999999", "+1", "99+"),
    Row("99999999999", "-999999998", "1"), Row("99999999999", "-999999999", "-"),
    Row("99999999999999999999999999", "", "99+"),
    Row("5", "=120/99", "99+"), Row("5", "=120/200", "120"), Row("5", "=-5/99", "-"),
    Row("5", "=-5/99 +2", "2"), Row("5", "=3000000000/99", "99+"),
    Row("5", "=3000000000/99 -999999999", "-"), Row("5", "=7/7 +1", "7+"),
  ]

  /// All other texts are shown as they are, and do not count.
  static let texts = [
    Row("", "", "•"), Row("", "+1", "•"), Row("", "-1", "•"), Row("", "hide", "-"),
    Row("", "hide show", "•"), Row("", "clear", "-"), Row("", "clear +3", "3"),
    Row("-3", "", "-3"), Row("-3", "+1", "-3"), Row("-3", "-1", "-3"),
    Row("abc", "", "abc"), Row("abc", "+1", "abc"), Row("abc", "-1", "abc"),
    Row("abc", "hide +1", "-"), Row("abc", "clear", "-"), Row("abc", "clear +1", "1"),
    Row("+", "", "+"), Row("+", "+1", "+"), Row("++", "-1", "++"), Row("1++", "+1", "1++"),
    Row("+5", "+1", "+5"), Row("-3+", "+1", "-3+"), Row("1.5", "+1", "1.5"),
    Row("1,000", "+1", "1,000"), Row(" 7", "+1", " 7"), Row("7 ", "-1", "7 "),
    Row("0x10", "+1", "0x10"), Row("1e3", "+1", "1e3"), Row("99 +", "+1", "99 +"),
    Row("٣", "+1", "٣"), Row("３", "+1", "３"), Row("９+", "+1", "９+"), Row("²", "+1", "²"),
    Row("5\u{301}", "+1", "5\u{301}"), Row("9\u{FE0F}", "+1", "9\u{FE0F}"), Row("新", "-1", "新"),
  ]

  static let rows = capped + counts + texts

  @Test("B1 B3: the badge by itself", arguments: rows, Preset.allCases)
  func machine(row: Row, preset: Preset) throws {
    var badge = BadgeMachine(BadgeDefinition())
    for step in try row.steps() {
      badge.apply(step, maximum: 99, cappedTexts: BadgeBench.cappedTexts(preset))
    }
    #expect(Self.shown(badge) == row.expected(preset))
  }

  @Test("B1 B2 B3 D1: the same by events, as a client sees it", arguments: rows, Preset.allCases)
  func session(row: Row, preset: Preset) throws {
    var bench = BadgeBench(preset: preset)
    for step in try row.steps() {
      bench.apply(step)
    }
    #expect(bench.shown == row.expected(preset))
  }

  /// Returns the appearance that the rule derives from a badge's content.
  private static func shown(_ badge: BadgeMachine) -> String {
    if badge.isHidden { return "-" }
    switch badge.content {
    case .dot: return "•"
    case .new: return "new"
    case .text(let text): return text
    case .number(let count, _) where count <= 0: return "-"
    case .number(let count, let max): return count > max ? "\(max)+" : "\(count)"
    }
  }
}
