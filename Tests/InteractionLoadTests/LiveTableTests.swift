import Histogram
import Testing

@testable import InteractionLoad

@Suite("A load's table on a terminal")
struct LiveTableTests {
  @Test("It shows how far the load is, each figure's newest value and its course")
  func shows() {
    var table = LiveTable()
    let empty = table.lines(columns: 80)
    for (second, events) in [(1, 100), (2, 400), (3, 800)] {
      var row = LoadSecond()
      row.counts.events = events
      row.counts.mismatches = 1
      row.active = 7
      table.add(LoadProgress(row, second: second, of: .seconds(6)))
    }
    let lines = table.lines(columns: 80)
    #expect(lines.count == empty.count)
    #expect(
      lines[0] == String(repeating: "█", count: 24) + String(repeating: "░", count: 24)
        + " 3 of 6 s")
    #expect(lines.contains("      sessions          7  ███"))
    #expect(lines.contains("      events/s        800  ▁▄█"))
    #expect(lines.contains(" wrong, in all          3  ███"))
  }

  @Test("Of a long load the newest seconds are shown, and a bar that is full stays full")
  func long() {
    var table = LiveTable()
    for second in 1 ... 100 {
      var row = LoadSecond()
      row.counts.events = second
      table.add(LoadProgress(row, second: second, of: .seconds(60)))
    }
    let lines = table.lines(columns: 80)
    #expect(lines[0].hasPrefix(String(repeating: "█", count: 48) + " 100 of 60 s"))
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("It fits any width, and shows every figure from 40 columns up", arguments: [1, 27, 40, 60])
  func narrow(columns: Int) {
    var table = LiveTable()
    for second in 1 ... 100 {
      var row = LoadSecond()
      row.counts.events = 1_000 + second
      table.add(LoadProgress(row, second: second, of: .seconds(60)))
    }
    let lines = table.lines(columns: columns)
    #expect(lines.count == table.lines(columns: 80).count)
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(lines[2].hasPrefix(String("      events/s       1100".prefix(columns))))
    #expect(lines[2].contains("█") == (columns >= 40))
  }

  @Test("A missing measurement is a dash and a gap, never a zero")
  func gaps() {
    var table = LiveTable()
    for second in 1 ... 3 {
      var row = LoadSecond()
      if second == 2 {
        row.times.record(2_000_000)
        row.lag = 1_000
      }
      table.add(LoadProgress(row, second: second, of: .seconds(3)))
    }
    let lines = table.lines(columns: 80)
    #expect(lines[4] == "           p50          –   █ ")
    #expect(lines[7] == " generator lag          –   █ ")
    #expect(!lines.contains { $0.contains("0 µs") })
    let empty = LoadSecondReport(LoadSecond(), second: 1)
    #expect(!empty.line.contains("µs"))
  }

  @Test("A load of so many sessions is over when they have ended")
  func total() {
    var table = LiveTable()
    for second in 1 ... 2 {
      var row = LoadSecond()
      row.counts.ended = 5
      table.add(LoadProgress(row, second: second, of: .sessions(20)))
    }
    #expect(
      table.lines(columns: 80)[0] == String(repeating: "█", count: 24)
        + String(repeating: "░", count: 24) + " 10 of 20 sessions, 2 s")
  }
}
