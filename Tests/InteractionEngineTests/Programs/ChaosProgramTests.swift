import InteractionRandom
import Testing

/// Connections that are cut, and engines that are killed and drained under running sessions:
/// nothing is lost, doubled or out of order.
///
/// The long runs take more than an hour and also judge times, so they are for a release build
/// (`INTERACTION_PROGRAMS`) on a machine that does nothing else.
@Suite("interaction-load chaos", .timeLimit(.minutes(120)))
struct ChaosProgramTests {
  private static let short = [
    "--sessions 20 --cuts 10 --engines 2 --rate 60 --slo cuts>=200",
    "--sessions 8 --cuts 2 --engines 3 --kill-every 1 --times 4 --rate 60",
    "--sessions 8 --cuts 0 --engines 3 --drain-every 1 --times 4 --rate 60 --slo failures==0",
    "--websocket --sessions 8 --cuts 10 --cut-bytes 3000 --engines 3 --kill-every 1 --times 4"
      + " --rate 60",
    "--sessions 6 --cuts 0 --engines 2 --rate 60 --link 256kbit,300ms,2% --duration 10"
      + " --slo failures==0",
  ]

  private static let long = [
    "--sessions 1000 --cuts 100 --cut-bytes 3000 --engines 2 --rate 10 --slo gap:p99<=500ms"
      + " --slo cuts>=100000",
    "--sessions 150 --cuts 60 --engines 2 --rate 60 --slo gap:p99<=250ms --slo cuts>=9000",
    "--sessions 300 --cuts 0 --engines 3 --kill-every 3 --times 30 --rate 60 --slo gap:p99<=2s",
    "--sessions 300 --cuts 0 --engines 3 --drain-every 5 --times 30 --rate 60"
      + " --slo gap:p99<=500ms --slo exit_time:max<=60s --slo failures==0",
    "--websocket --sessions 300 --cuts 30 --cut-bytes 3000 --engines 2 --rate 10"
      + " --slo gap:p99<=500ms --slo cuts>=9000",
    "--websocket --sessions 100 --cuts 0 --engines 3 --kill-every 3 --times 10 --rate 60"
      + " --slo gap:p99<=2s",
    "--sessions 100 --cuts 0 --engines 2 --rate 60 --link 256kbit,300ms,2% --duration 300"
      + " --slo failures==0",
    "--sessions 100 --cuts 5 --cut-bytes 30000 --engines 2 --rate 60 --link 256kbit,300ms,2%"
      + " --slo gap:p99<=5s --slo cuts>=500",
  ]

  @Test("nothing is lost", arguments: Self.short + (RandomCases.areAll ? Self.long : []))
  func runs(options: String) async throws {
    let output = try await Program.load.run(
      ["chaos", "--engine", Program.engine.path]
        + options.split(separator: " ").map(String.init))
    #expect(output.code == 0, "\(output.text)")
  }
}
