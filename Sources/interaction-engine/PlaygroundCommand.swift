import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionService
import InteractionStream
import InteractionTransport
import InteractionWeb
import Logging
import UnixSignals

/// Runs an engine with the playground page.
struct PlaygroundCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playground",
    abstract: "Run an engine with a web page to try and edit experiences.",
    discussion: """
      The page shows a simulated phone, its experience, and every event and directive in real time. \
      Edits apply to the page only; with --experiences the page opens and saves files. While one \
      edits, the page plays the sessions of --recordings through the text, and shows what changes. \
      The program listens on the loopback interface. Ctrl-C stops it.
      """
  )

  @Option(help: "Port to listen on; 0 picks a free one.")
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "Directory of experience files (.yaml, .yml, .json) that the page opens and saves.",
      valueName: "directory"))
  var experiences: String?

  @Option(
    help: ArgumentHelp(
      "Directory of recordings (.trace, .txt) that the page plays through edited experiences."
        + " (default: the page's own sessions)",
      valueName: "directory"))
  var recordings: String?

  func validate() throws {
    guard (0 ... 65535).contains(self.port) else {
      throw ValidationError("--port is \(self.port); must be 0 to 65535")
    }
  }

  func run() async throws {
    let files = try self.files()
    if let reason = self.recordings.flatMap(ReadableFolder.problem) {
      throw UserFacingError("--recordings: \(reason)")
    }
    let own = FileManager.default.temporaryDirectory.appending(
      path: "interaction-playground-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: own) }
    var configuration = Engine.Configuration()
    configuration.recording = RecordingPolicy(directory: own)
    let threads = ProcessInfo.processInfo.activeProcessorCount
    configuration.simulation.running = threads
    configuration.simulation.waiting = max(configuration.simulation.waiting, 4 * threads)
    let engine = try Engine(
      configuration, logger: Logger(label: "playground") { _ in SwiftLogNoOpLogHandler() })
    let host = EngineHost(engine)
    let server = WebServer(
      of: host, on: "127.0.0.1", port: self.port,
      routes: Playground(engine, files: files, recordings: self.recordings).routes
        + WebPages.inspector)
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in signals { return server.closeConnections() }
      }
      group.addTask {
        guard let port = try? await server.listeningPort else { return }
        Console.line("open http://127.0.0.1:\(port)/")
      }
      defer { group.cancelAll() }
      do {
        try await host.run { try await server.serve() }
      } catch {
        throw UserFacingError("cannot listen on \(server.address): \(Listeners.reason(of: error))")
      }
    }
  }

  /// Returns the folder that the page can write to; nil without one.
  private func files() throws -> ExperienceFiles? {
    guard let files = self.experiences.map(ExperienceFiles.init(folder:)) else { return nil }
    if let reason = files.unreadable { throw UserFacingError("--experiences: \(reason)") }
    if let reason = files.unwritable {
      Console.error("--experiences: \(reason); until then the page cannot save files")
    }
    return files
  }
}
