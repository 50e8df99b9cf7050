import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A process with its lines of standard output, and its standard error in a file.
final class RunningProgram: Sendable {
  let identifier: Int32
  private let lines: AsyncStream<String>
  private let end: Task<Int32, any Error>
  private let status: Status

  /// The status of a process.
  private final class Status: Sendable {
    let hasEnded = Atomic(false)
  }

  private struct NotStarted: Error {
    let command: [String]
  }

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - limits: Resource limits, by their names in `prlimit`.
  ///   - log: The file for its standard error.
  init(
    _ command: [String], environment: [String: String] = [:], limits: [String: Int] = [:],
    folder: String? = nil, log: URL
  ) async throws {
    let options = limits.map { "--\($0)=\($1):\($1)" }
    let whole = (limits.isEmpty ? [] : ["/usr/bin/prlimit"] + options + ["--"]) + command
    let (lines, printed) = AsyncStream.makeStream(of: String.self)
    let (started, identifiers) = AsyncStream.makeStream(of: Int32.self)
    let status = Status()
    let end = Task {
      defer {
        status.hasEnded.store(true, ordering: .relaxed)
        identifiers.finish()
        printed.finish()
      }
      return try await Self.run(whole, environment, folder, log, identifiers, printed)
    }
    guard let identifier = await started.first(where: { _ in true }) else {
      _ = try await end.value
      throw NotStarted(command: whole)
    }
    (self.identifier, self.lines, self.end, self.status) = (identifier, lines, end, status)
  }

  private static func run(
    _ command: [String], _ environment: [String: String], _ folder: String?, _ log: URL,
    _ identifiers: AsyncStream<Int32>.Continuation, _ printed: AsyncStream<String>.Continuation
  ) async throws -> Int32 {
    var platform = PlatformOptions()
    // Ctrl-C at the terminal must reach only the tests, which end their programs.
    platform.processGroupID = 0
    let file = try FileDescriptor.open(
      FilePath(log.path), .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
    var variables: [Subprocess.Environment.Key: String?] = [:]
    for (name, value) in environment {
      if let key = Subprocess.Environment.Key(rawValue: name) { variables[key] = value }
    }
    let result = try await Subprocess.run(
      .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
      environment: .inherit.updating(variables), workingDirectory: folder.map { FilePath($0) },
      platformOptions: platform, input: .none, output: .sequence,
      error: .fileDescriptor(file, closeAfterSpawningProcess: true)
    ) { process in
      identifiers.yield(process.processIdentifier.value)
      for try await line in process.standardOutput.strings() { printed.yield(line) }
    }
    switch result.terminationStatus {
    case .exited(let code): return code
    case .signaled(let signal): return -signal
    }
  }

  var isRunning: Bool { !self.status.hasEnded.load(ordering: .relaxed) }

  /// Returns the next line of standard output; nil at its end.
  func nextLine() async -> String? { await self.lines.first { _ in true } }

  /// Sends a signal, unless the process has ended.
  func tell(_ signal: Int32) {
    if self.isRunning { kill(self.identifier, signal) }
  }

  /// Waits for the process's end, by itself or by a signal. Returns its exit code, or the negative
  /// signal number.
  func ended(by signal: Int32? = nil) async throws -> Int32 {
    if let signal { self.tell(signal) }
    return try await self.end.value
  }
}
