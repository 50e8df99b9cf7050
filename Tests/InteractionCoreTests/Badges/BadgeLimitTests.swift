import InteractionCore
import Testing

/// Counts at their limits, and amounts beyond them (rules B1, B3, S6).
@Suite struct BadgeLimitTests {
  static let contents: [BadgeContent] = [
    .number(count: 0, max: 99), .number(count: 999_999_999, max: 999_999_999),
    .number(count: .max, max: .max), .number(count: .min, max: .min), .text("919+"), .text("abc"),
    .text(""), .text("99999999999+"), .dot, .new,
  ]
  static let amounts = [
    Int.min, .min + 1, -1_000_000_000, -1, 0, 1, 1_000_000_000, .max - 1, .max,
  ]

  @Test("B1: no amount leads out of 0 … 999,999,999", arguments: contents, amounts)
  func anyAmount(content: BadgeContent, amount: Int) {
    for cappedTexts in [TabBarDefinition.CappedTexts.capped, .number] {
      for operation in [BadgeOperation.increase(by: amount), .decrease(by: amount)] {
        var badge = BadgeMachine(BadgeDefinition(content: content))
        for _ in 0 ..< 3 {
          badge.apply(operation, maximum: 99, cappedTexts: cappedTexts)
          guard case .number(let count, let max) = badge.content else { continue }
          #expect((0 ... 999_999_999).contains(count))
          #expect((0 ... 999_999_999).contains(max))
        }
      }
    }
  }

  @Test("B1 S6: negative and huge amounts are refused and change nothing")
  func refused() {
    for amount in Self.amounts where amount < 0 || amount > 999_999_999 {
      for (operation, field) in [
        (BadgeOperation.increase(by: amount), "badge.increase"),
        (.decrease(by: amount), "badge.decrease"),
      ] {
        var bench = BadgeBench(BadgeDefinition(content: .number(count: 5, max: 99)))
        let before = bench.session
        let event = InteractionEvent.at(0, .badge(tab: BadgeBench.tab, operation: operation))
        #expect(bench.session.violations(in: event).map(\.field) == [field])
        #expect(bench.session.handle(event) == [])
        #expect(bench.session == before)
      }
    }
  }

  @Test("B2 S6: a tab without a badge, no tab at all, and sizes that are none are refused")
  func malformed() {
    let session = BadgeBench().session
    let malformed: [(InteractionEvent.Kind, String)] = [
      (.badge(tab: 0, operation: .clear), "badge.tab"),
      (.badge(tab: -1, operation: .clear), "badge.tab"),
      (.badge(tab: 2, operation: .clear), "badge.tab"),
      (.badge(tab: 1, operation: .move(dx: .nan, dy: 0)), "badge.move.dx"),
      (.badge(tab: 1, operation: .move(dx: 0, dy: .infinity)), "badge.move.dy"),
      (.badge(tab: 1, operation: .resize(height: .nan)), "badge.height"),
      (.badge(tab: 1, operation: .resize(height: 0)), "badge.height"),
      (.badge(tab: 1, operation: .resize(height: -18)), "badge.height"),
      (.badge(tab: 1, operation: .setText(String(repeating: "9", count: 65))), "badge.set.text"),
    ]
    for (kind, field) in malformed {
      #expect(session.violations(in: .at(0, kind)).contains { $0.field == field }, "\(field)")
    }
  }

  @Test("B1: the largest count shows as it is if its limit is as large")
  func largest() {
    var bench = BadgeBench()
    bench.apply(.set(.number(count: 999_999_999, max: 999_999_999)))
    #expect(bench.shown == "999999999")
    bench.apply(.increase(by: 1))
    #expect(bench.shown == "999999999")
  }

  @Test(
    "B3: a limit that no count can pass is a plain text", arguments: Preset.allCases,
    ["999999999+", "1000000000+", "99999999999999999999999999+"])
  func hugeLimit(preset: Preset, text: String) {
    var bench = BadgeBench(preset: preset)
    for operation in [BadgeOperation.setText(text), .increase(by: 1), .decrease(by: 7)] {
      bench.apply(operation)
      #expect(bench.shown == text)
    }
  }

  @Test("B1 B3 T6: what was shown in full is so after a restoration, whatever the usual limit")
  func restored() {
    // 919+ counted down by one.
    #expect(BadgeBench(restoring: .number(count: 918, max: 0)).shown == "918")
    #expect(BadgeBench(restoring: .number(count: 120, max: 99)).shown == "99+")
    var usual = BadgeBench(restoring: .number(count: 5, max: 0))
    usual.apply(.increase(by: 120))
    #expect(usual.shown == "99+")
  }

  @Test("B3: 919+ never becomes 920 or 1, whichever way it came to be there")
  func everyWayIn() {
    let text = BadgeContent.text("919+")
    var benches = [
      BadgeBench(), BadgeBench(BadgeDefinition(content: text)), BadgeBench(restoring: text),
      BadgeBench(),
    ]
    benches[0].apply(.set(text))
    benches[3].apply(.setText("919+"))
    for index in benches.indices {
      #expect(benches[index].shown == "919+")
      benches[index].apply(.increase(by: 1))
      #expect(benches[index].shown == "919+")
    }
  }
}
