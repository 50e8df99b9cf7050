import Testing

@testable import InteractionService

@Suite("Memory goes back to the system")
struct HeapKeeperTests {
  private static let megabyte = 1 << 20

  private static func isWorthwhile(
    _ keeper: inout HeapKeeper, _ megabytes: Int, _ users: Int
  ) -> Bool {
    keeper.isWorthwhile(memory: megabytes * Self.megabyte, users: users)
  }

  @Test("not while there is little")
  func little() {
    var keeper = HeapKeeper()
    #expect(Self.isWorthwhile(&keeper, 64, 1_000) == false)
    #expect(Self.isWorthwhile(&keeper, 64, 0) == false)
  }

  @Test("when a quarter of the sessions and connections have gone, once")
  func users() {
    var keeper = HeapKeeper()
    keeper.gaveBack(memory: 300 * Self.megabyte, users: 1_000)
    #expect(Self.isWorthwhile(&keeper, 300, 750) == false)
    #expect(Self.isWorthwhile(&keeper, 300, 749) == true)
    keeper.gaveBack(memory: 200 * Self.megabyte, users: 749)
    #expect(Self.isWorthwhile(&keeper, 200, 749) == false)
  }

  @Test("when a quarter more is used than after the last time, whatever for")
  func growth() {
    var keeper = HeapKeeper()
    #expect(Self.isWorthwhile(&keeper, 80, 0) == false)
    #expect(Self.isWorthwhile(&keeper, 81, 0) == true)
    keeper.gaveBack(memory: 200 * Self.megabyte, users: 0)
    #expect(Self.isWorthwhile(&keeper, 250, 0) == false)
    #expect(Self.isWorthwhile(&keeper, 251, 0) == true)
  }
}
