import InteractionVariants
import Testing

@testable import InteractionService

@Suite("Kill switches")
struct KillSwitchTests {
  @Test("a variant is off if any source switches it off")
  func sources() {
    let switches = KillSwitches()
    #expect(switches.replace(["home": .variants(["low"])], of: .store) == ["home"])
    #expect(switches.replace(["home": .variants(["low"])], of: .store) == [])
    switches.set({ $0.union(.variants(["high"])) }, of: "home")
    #expect(switches.of("home") == .variants(["low", "high"]))
    #expect(switches.replace(["home": .all, "shop": .all], of: .file) == ["home", "shop"])
    #expect(switches.of("home") == .all)
    #expect(switches.replace([:], of: .file) == ["home", "shop"])
    #expect(switches.replace([:], of: .store) == ["home"])
    #expect(switches.of("home") == .variants(["high"]))
    #expect(switches.of("shop") == .lifted)
  }

  @Test("a file names experiences and variants")
  func parse() throws {
    let text = "# sick\nhome low\r\n  home high # both\n\nshop *\n"
    #expect(
      try KillSwitchFile.parse(text) == ["home": .variants(["low", "high"]), "shop": .all])
    let error = #expect(throws: KillSwitchFile.ReadError.self) {
      try KillSwitchFile.parse("home\nhome low now")
    }
    #expect(
      error?.problems == [
        "line 1: has 1 words; must have an experience and a variant, or *",
        "line 2: has 3 words; must have an experience and a variant, or *",
      ])
  }
}
