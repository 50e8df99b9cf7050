import Testing

@testable import InteractionMonitoring

/// Parsing the process's statistics.
struct ProcessStatusTests {
  private static let stat = """
    1234 (a (bad) name) S 1 1234 1234 0 -1 4194560 8512 0 3 0 250 125 0 0 20 0 7 0 50000 \
    268435456 4096 18446744073709551615 1 1 0 0 0 0 0 4096 0 0 0 0 17 1 0 0 0 0 0

    """
  private static let limits = """
    Limit                     Soft Limit           Hard Limit           Units
    Max processes             15726                15726                processes
    Max open files            1024                 524288               files
    Max locked memory         8388608              8388608              bytes
    """
  private static let system = """
    cpu  1 2 3 4
    btime 1700000000
    processes 77
    """
  private static let units = ProcessStatus.Units(ticksPerSecond: 100, pageBytes: 4096)

  @Test("the texts of Linux")
  func texts() throws {
    let status = try #require(
      ProcessStatus(
        stat: Self.stat, limits: Self.limits, system: Self.system, openFiles: 12,
        units: Self.units))
    #expect(
      status
        == ProcessStatus(
          processorSeconds: 3.75, threads: 7, residentBytes: 16_777_216, virtualBytes: 268_435_456,
          openFiles: 12, maximumFiles: 1024, startSeconds: 1_700_000_500))
  }

  @Test("no limit is no metric")
  func noLimit() throws {
    let limits = Self.limits.replacing("1024  ", with: "unlimited")
    let status = try #require(
      ProcessStatus(
        stat: Self.stat, limits: limits, system: Self.system, openFiles: 12, units: Self.units))
    #expect(status.maximumFiles == nil)
    #expect(!status.families.contains { $0.name.text == "process_max_fds" })
  }

  @Test("texts that are something else", arguments: ["", "1234 (name", "1234 (name) S 1 2 3"])
  func otherTexts(stat: String) {
    #expect(
      ProcessStatus(
        stat: stat, limits: "", system: Self.system, openFiles: 0, units: Self.units) == nil)
    #expect(
      ProcessStatus(
        stat: Self.stat, limits: "", system: stat, openFiles: 0, units: Self.units) == nil)
  }

  #if os(Linux)
    @Test("every metric is there, with a description, and can be true")
    func present() throws {
      let metrics = PrometheusMetrics(logger: Log().logger())
      let names = Set(ProcessStatus.names.map(\.text))
      #expect(names.count == 7)
      for name in names {
        let value = try #require(metrics.value(name).flatMap(Double.init), "\(name)")
        #expect(value > 0, "\(name)")
        #expect(metrics.text.contains("# HELP \(name) "))
        #expect(!metrics.text.contains("# HELP \(name) Not described."))
      }
      let memory = try #require(metrics.value("process_resident_memory_bytes").flatMap(Double.init))
      #expect((1_000_000 ..< 4_000_000_000).contains(memory))
      let start = try #require(metrics.value("process_start_time_seconds").flatMap(Double.init))
      #expect(start > 1_600_000_000)
    }
  #endif
}
