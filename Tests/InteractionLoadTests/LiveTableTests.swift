import Testing

@testable import InteractionLoad

@Suite("A load's table on a terminal")
struct LiveTableTests {
  @Test("It shows how far the load is, each figure's newest value and its course")
  func shows() {
    var table = LiveTable()
    let empty = table.lines
    for (second, events) in [(1, 100), (2, 400), (3, 800)] {
      var row = LoadSecond()
      row.counts.events = events
      row.counts.mismatches = 1
      row.active = 7
      table.add(LoadProgress(row, second: second, of: .seconds(6)))
    }
    #expect(table.lines.count == empty.count)
    #expect(
      table.lines[0] == String(repeating: "█", count: 24) + String(repeating: "░", count: 24)
        + " 3 of 6 s")
    #expect(table.lines.contains("      sessions          7  ███"))
    #expect(table.lines.contains("      events/s        800  ▁▄█"))
    #expect(table.lines.contains(" wrong, in all          3  ███"))
  }

  @Test("Of a long load the newest seconds are shown, and a bar that is full stays full")
  func long() {
    var table = LiveTable()
    for second in 1 ... 100 {
      var row = LoadSecond()
      row.counts.events = second
      table.add(LoadProgress(row, second: second, of: .seconds(60)))
    }
    #expect(table.lines[0].hasPrefix(String(repeating: "█", count: 48) + " 100 of 60 s"))
    #expect(table.lines.allSatisfy { $0.count <= 80 })
  }
}
