import Testing

@testable import InteractionService

@Suite("Memory goes back to the system")
struct HeapTrimmerTests {
  private static let megabyte = 1 << 20

  private static func isWorthwhile(
    _ keeper: inout HeapTrimmer, _ megabytes: Int, _ users: Int
  ) -> Bool {
    keeper.isWorthwhile(memory: megabytes * Self.megabyte, users: users)
  }

  private static func giveBack(
    _ keeper: inout HeapTrimmer, _ megabytes: Int, of former: Int, _ users: Int
  ) {
    keeper.trimmed(
      to: megabytes * Self.megabyte, from: former * Self.megabyte, users: users)
  }

  @Test("not while there is little")
  func little() {
    var keeper = HeapTrimmer()
    #expect(Self.isWorthwhile(&keeper, 64, 1_000) == false)
    #expect(Self.isWorthwhile(&keeper, 64, 0) == false)
  }

  @Test("once, after a quarter of the sessions and connections have closed")
  func users() {
    var keeper = HeapTrimmer()
    Self.giveBack(&keeper, 300, of: 300, 1_000)
    #expect(Self.isWorthwhile(&keeper, 300, 750) == false)
    #expect(Self.isWorthwhile(&keeper, 300, 749) == true)
    Self.giveBack(&keeper, 200, of: 200, 749)
    #expect(Self.isWorthwhile(&keeper, 200, 749) == false)
  }

  @Test("after the memory has grown by a quarter since the last trim")
  func growth() {
    var keeper = HeapTrimmer()
    #expect(Self.isWorthwhile(&keeper, 80, 0) == false)
    #expect(Self.isWorthwhile(&keeper, 81, 0) == true)
    Self.giveBack(&keeper, 200, of: 200, 0)
    #expect(Self.isWorthwhile(&keeper, 250, 0) == false)
    #expect(Self.isWorthwhile(&keeper, 251, 0) == true)
  }

  @Test("once more after a time that gave back an eighth, unless more users have come")
  func more() {
    for newcomers in [0, 1] {
      var keeper = HeapTrimmer()
      Self.giveBack(&keeper, 260, of: 300, 10)
      #expect(Self.isWorthwhile(&keeper, 260, 10 + newcomers) == (newcomers == 0))
      Self.giveBack(&keeper, 250, of: 260, 10)
      #expect(Self.isWorthwhile(&keeper, 250, 10) == false)
    }
  }
}
