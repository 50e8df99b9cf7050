import InteractionChaos
import Testing

/// Counting sessions that move between engine programs.
@Suite struct EngineVersionMovesTests {
  @Test func `moves count by direction, and staying does not`() {
    var moves = EngineVersionMoves()
    #expect(moves.words.isEmpty)
    moves.add([1, 1, 2, 1, 2, 2, 3])
    moves.add([2, 1])
    moves.add([2])
    moves.add([])
    #expect(moves.words == "2 from 1 to 2, 2 from 2 to 1, 1 from 2 to 3")
  }
}
