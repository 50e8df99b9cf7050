import Testing

@Suite("Benchmarks, as they are built", .timeLimit(.minutes(5)))
struct BenchmarkTests {
  @Test(
    "each workload still does what its name says",
    arguments: [Program.coreBenchmark, .frameBenchmark])
  func workloads(program: Program) async throws {
    let output = try await program.run("--check")
    #expect(output.code == 0, "\(output.text)")
  }
}
