import Foundation
import Testing

/// A built program of this package.
enum Program: String {
  case engine = "interaction-engine"
  case load = "interaction-load"
  case coreBenchmark = "core-benchmark"
  case frameBenchmark = "frame-benchmark"

  /// The folder of the test program, which contains the others, too.
  private static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  var path: String { Self.folder.appending(path: self.rawValue).path }

  /// Runs the program to its end.
  func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Output {
    try await self.run(arguments, environment: environment)
  }

  /// Runs the program to its end; calls `act` after it has printed `count` lines.
  func run(
    _ arguments: [String], environment: [String: String] = [:], limits: [String: Int] = [:],
    after count: Int = 0, _ act: (RunningProgram) async throws -> Void = { _ in }
  ) async throws -> Output {
    let folder = try TestFolder()
    let log = folder.url("log")
    let program = try await RunningProgram(
      [self.path] + arguments, environment: environment, limits: limits, log: log)
    defer { program.tell(SIGKILL) }
    var lines: [String] = []
    while lines.count < count, let line = await program.nextLine() { lines.append(line) }
    try await act(program)
    while let line = await program.nextLine() { lines.append(line) }
    return Output(
      code: try await program.ended(), out: lines,
      err: try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init))
  }

  /// The output of a program that has ended.
  struct Output {
    /// The exit code, or the negative signal number.
    var code: Int32
    var out: [String]
    var err: [String]

    /// Both outputs.
    var text: String { (self.out + self.err).joined(separator: "\n") }
  }

  /// Starts a server that must fail to start. Returns its only line of output.
  static func complaint(_ options: [String], environment: [String: String] = [:]) async throws
    -> String
  {
    let output = try await Self.engine.run(["serve"] + options, environment: environment)
    #expect(output.code == 1 && output.out == [] && output.err.count == 1, "\(output)")
    return output.err.joined(separator: "\n")
  }
}

/// A temporary folder, removed with the last reference.
final class TestFolder: Sendable {
  let url: URL

  init() throws {
    self.url = FileManager.default.temporaryDirectory
      .appending(path: "interaction-programs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: self.url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: self.url) }

  var path: String { self.url.path }

  func url(_ name: String) -> URL { self.url.appending(path: name) }

  func path(_ name: String) -> String { self.url(name).path }

  /// Writes a file atomically. Returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: self.url(name), options: .atomic)
    return self.path(name)
  }

  /// Adds a key for checkpoints with `keygen`. Returns its file.
  func addKey(_ name: String = "first", to file: String = "keys") async throws -> String {
    let output = try await Program.engine.run(
      "keygen", "--name", name, "--into", self.path(file))
    try #require(output.code == 0, "\(output)")
    return self.path(file)
  }
}
