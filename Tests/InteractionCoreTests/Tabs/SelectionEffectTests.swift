import InteractionCore
import Testing

/// The haptic, sound, analytics and animation of a tap on a tab.
@Suite struct SelectionEffectTests {
  /// Adds all effects to tab 2.
  private static func rich(_ bar: inout TabBarDefinition) {
    bar.items[2].haptic = .medium
    bar.items[2].sound = "tick"
    bar.items[2].countsUp = true
    bar.items[2].badge = BadgeDefinition(content: .number(count: 3, max: 99))
    bar.items[2].lottie = "star"
  }
  private static let all = [
    "select 2 user pop", "haptic medium", "sound tick", "badge 2 4", "play tab/2/lottie star",
  ]

  @Test("T8: haptic, sound, badge and Lottie come in this order, after the selection")
  func order() {
    var driver = TabDriver(Self.rich)
    #expect(driver.tap(2, at: 100) == Self.all)
    driver.tap(0, at: 200)
    #expect(driver.tap(2, at: 300).contains("badge 2 5"))
  }

  @Test("T8: each is left out where the item does not ask for it", arguments: 1 ... 4)
  func eachAlone(missing: Int) {
    var driver = TabDriver { bar in
      Self.rich(&bar)
      switch missing {
      case 1: bar.items[2].haptic = .none
      case 2: bar.items[2].sound = ""
      case 3: bar.items[2].countsUp = false
      default: bar.items[2].lottie = ""
      }
    }
    var expected = Self.all
    expected.remove(at: missing)
    #expect(driver.tap(2, at: 100) == expected)
  }

  @Test("T8: nothing is counted while badges are off, nor where there is none")
  func badgesOff() {
    for change in [
      { $0.badgesAreOn = false }, { $0.items[2].badge = nil },
    ] as [(inout TabBarDefinition) -> Void] {
      var driver = TabDriver {
        Self.rich(&$0)
        change(&$0)
      }
      #expect(driver.tap(2, at: 100) == Self.all.filter { !$0.hasPrefix("badge") })
    }
  }

  @Test("T8: what is refused, gated or jumps does none of it")
  func notAccepted() {
    var off = TabDriver {
      Self.rich(&$0)
      $0.items[2].isEnabled = false
    }
    #expect(off.tap(2, at: 100) == ["refuse 2 disabled"])
    var jump = TabDriver {
      Self.rich(&$0)
      $0.items[2].jump = TabItem.Jump(kind: .toast, value: LocalizedText(fallback: "soon"))
    }
    #expect(jump.tap(2, at: 100) == ["perform 2 toast soon"])
  }

  @Test("T8 T4: tapping the selected tab again does none of it either")
  func again() {
    var driver = TabDriver(Self.rich)
    driver.tap(2, at: 100)
    #expect(driver.tap(2, at: 200) == [])
  }

  @Test("T7 T8: what had to wait for the login does it when it is accepted")
  func afterLogin() {
    var driver = TabDriver {
      Self.rich(&$0)
      $0.items[2].requiresLogin = true
    }
    #expect(driver.tap(2, at: 100) == ["login 2"])
    #expect(driver.send(.account(.signedIn), at: 200) == Self.all)
  }

  @Test("T8: Lottie plays the whole of it from 0, and stands in for the image by name")
  func lottie() throws {
    var driver = TabDriver(Self.rich)
    #expect(driver.layout?.items.map(\.lottie) == ["", "", "star", "", ""])
    driver.tap(2, at: 100)
    let media = driver.kinds.compactMap { kind -> ControlAnimationFile? in
      if case .happens(.animationFile(let media)) = kind { media } else { nil }
    }
    #expect(
      media
        == [
          ControlAnimationFile(
            target: .tabLottie(2), name: "star", operation: .play, start: 0, end: 1)
        ])
  }

  @Test("T8: a finger's tap does the same as a ready-made one")
  func pointer() {
    var driver = TabDriver(Self.rich)
    driver.touch(.down, 2, at: 100)
    #expect(driver.touch(.up, 2, at: 200) == Self.all)
  }
}
