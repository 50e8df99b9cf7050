import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import Synchronization
import Testing

/// An engine in a process of its own, with a client of its services.
final class ProgramEngine: EngineCaller {
  typealias Security = HTTP2ClientTransport.Posix.TransportSecurity

  let process: RunningProgram
  let client: any ServiceClient
  let metadata: Metadata
  let calls: CallTasks
  /// The ports of its listeners by label, such as `monitoring`.
  let ports: [String: Int]
  private let log: URL
  private let mayEnd = Atomic(false)

  /// The options for starting an engine.
  struct Start {
    var options: [String] = []
    var level = "critical"
    var drainDeadline = 0.5
    var environment: [String: String] = [:]
    /// Resource limits, such as `nofile`.
    var limits: [String: Int] = [:]
    var folder: String?
    /// True to raise the lag limit for slow test machines. False if a file or the environment sets
    /// limits, which options on the command line would hide.
    var isPatient = true

    fileprivate var command: [String] {
      let patience = self.isPatient ? ["--limit", "lag-ms=10000"] : []
      return [Program.engine.path, "serve", "--port", "0", "--log-level", self.level]
        + ["--drain-deadline", "\(self.drainDeadline)"] + patience + self.options
    }

    fileprivate var listeners: Int {
      1 + self.options.count { $0.hasSuffix("-port") }
    }
  }

  private struct NoAddress: Error {
    let line: String
    let log: String
  }

  private init(_ start: Start, log: URL, _ security: Security) async throws {
    self.process = try await RunningProgram(
      start.command, environment: start.environment, limits: start.limits, folder: start.folder,
      log: log)
    self.log = log
    var ports: [String: Int] = [:]
    for _ in 0 ..< start.listeners {
      let line = await self.process.nextLine() ?? ""
      guard let found = line.wholeMatch(of: /(\w+) on [^ ]+:(\d+)/), let port = Int(found.2) else {
        self.process.tell(SIGKILL)
        throw NoAddress(line: line, log: try String(contentsOf: log, encoding: .utf8))
      }
      ports[String(found.1)] = port
    }
    self.ports = ports
    (self.metadata, self.calls) = ([:], CallTasks())
    self.client = try Self.client(ports["listening"] ?? 0, security, in: self.calls)
  }

  private static func client(
    _ port: Int, _ security: Security, in calls: CallTasks
  ) throws -> any ServiceClient {
    let client = GRPCClient(
      transport: try HTTP2ClientTransport.Posix(
        target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: security))
    _ = calls.run { try? await client.runConnections() }
    return client
  }

  /// Runs `body` with an engine, which must not end before `body` unless it is told to.
  static func with<Value>(
    _ options: [String] = [], security: Security = .plaintext,
    _ change: (inout Start) -> Void = { _ in }, _ body: (ProgramEngine) async throws -> Value
  ) async throws -> Value {
    let folder = try TestFolder()
    var start = Start(options: options)
    change(&start)
    let engine = try await ProgramEngine(start, log: folder.url("log"), security)
    do {
      let value = try await body(engine)
      #expect(engine.process.isRunning || engine.mayEnd.load(ordering: .relaxed), "\(engine.text)")
      await engine.finish()
      return value
    } catch {
      await engine.finish()
      throw error
    }
  }

  private func finish() async {
    self.calls.cancel()
    _ = try? await self.process.ended(by: SIGKILL)
  }

  var port: Int { self.ports["listening"] ?? 0 }

  var address: String { "127.0.0.1:\(self.port)" }

  /// The client of the monitoring listener.
  var monitor: Monitor { Monitor(port: self.ports["monitoring"] ?? 0) }

  /// Returns a caller with a connection of its own, which is closed with its calls.
  func caller(
    on listener: String = "listening", security: Security = .plaintext,
    _ metadata: Metadata = [:], in calls: CallTasks? = nil
  ) throws -> any EngineCaller {
    let calls = calls ?? self.calls
    return ProgramCaller(
      client: try Self.client(self.ports[listener] ?? 0, security, in: calls),
      metadata: metadata, calls: calls)
  }

  /// Sends a signal.
  func tell(_ signal: Int32) {
    if [SIGTERM, SIGINT, SIGKILL].contains(signal) { self.mayEnd.store(true, ordering: .relaxed) }
    self.process.tell(signal)
  }

  /// Waits for the process's end, by itself or by a signal.
  func ended(by signal: Int32? = nil) async throws -> Int32 {
    self.mayEnd.store(true, ordering: .relaxed)
    return try await self.process.ended(by: signal)
  }

  /// The log so far.
  var text: String { (try? String(contentsOf: self.log, encoding: .utf8)) ?? "" }

  /// Waits for a line of the log that contains all parts.
  @discardableResult
  func told(_ parts: String...) async throws -> String {
    while true {
      let lines = self.text.split(separator: "\n")
      if let line = lines.first(where: { line in parts.allSatisfy { line.contains($0) } }) {
        return String(line)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// The number of open file descriptors of the process.
  var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(self.process.identifier)/fd"
    ).count) ?? 0
  }
}

/// A caller of an engine with a connection and metadata of its own.
private struct ProgramCaller: EngineCaller {
  let client: any ServiceClient
  let metadata: Metadata
  let calls: CallTasks
}
