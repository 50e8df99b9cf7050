import InteractionCore
import InteractionWire
import Testing

@testable import InteractionStream

@Suite("Resume: commands are carried out once")
struct CommandDeduplicationTests {
  @Test("64 are remembered, and every outcome survives its way to another server")
  func memory() {
    var memory = CommandDeduplication()
    let outcomes: [CommandOutcome] = [
      .carriedOut(last: 0), .carriedOut(last: 9), .refused(.busy, last: 10),
      .refused(.assetNotReady, last: 11),
    ]
    func command(_ index: Int, tab: Int = 1) -> SessionCommand {
      SessionCommand(id: "c-\(index)", order: .event(.selectTab(index: tab)))
    }
    for index in 0 ..< 70 { memory.remember(command(index), outcomes[index % 4]) }
    #expect(memory.outcome(of: "c-5") == nil)
    let carried = CommandDeduplication(memory.proto(newest: CommandDeduplication.capacity))
    #expect(carried == memory)
    for index in 6 ..< 70 {
      #expect(carried.outcome(of: "c-\(index)") == outcomes[index % 4], "\(index)")
    }
    #expect(carried.isReusedID(of: command(6, tab: 2)))
    #expect(!carried.isReusedID(of: command(6)) && !carried.isReusedID(of: command(5)))
    let fewer = CommandDeduplication(memory.proto(newest: 16))
    #expect(fewer.outcome(of: "c-53") == nil && fewer.outcome(of: "c-54") == outcomes[2])
  }

  @Test("a repeated one is not carried out again, here or elsewhere; a malformed one never is")
  func once() throws {
    var bench = try ResumeBench.opened()
    let first = bench.order(.selectTab(index: 2), as: "c")
    #expect(bench.order(.selectTab(index: 3), as: "c") == first)
    guard case .invalid = bench.order(.selectTab(index: 99), as: "x") else {
      Issue.record("tab 99 was selected")
      return
    }
    let checkpoint = try #require(bench.checkpoint)
    var other = ResumeBench(try ResumeBench.vault())
    other.receive(.open(.resuming(from: checkpoint)))
    #expect(other.order(.selectTab(index: 3), as: "c") == first)
    #expect(other.stream.session?.state.tabBar.selected == 2)
    #expect(other.order(.selectTab(index: 3), as: "x") == .carriedOut(last: 2))
    let refused = other.order(.floor(.close), as: "f")
    #expect(refused == .refused(.notOpen, last: 3))
    let last = try #require(other.checkpoint)
    var third = ResumeBench(try ResumeBench.vault())
    third.receive(.open(.resuming(from: last)))
    #expect(third.order(.floor(.open), as: "f") == refused)
  }
}
