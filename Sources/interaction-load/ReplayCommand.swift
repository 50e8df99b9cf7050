import ArgumentParser
import Foundation
import InteractionClient
import InteractionCommandLine
import InteractionCore
import InteractionFiles
import InteractionLoad
import InteractionReplay
import InteractionTrace

/// Plays recordings against an engine over gRPC.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play traces against an engine.",
    discussion: """
      Prints a timeline of events (>) and directives (<) in real time; with --speed max, at the end. \
      Compares the directives with those of the trace, if any. Skipped samples change only the \
      sequence numbers of the causes, so these are compared only with --full-fidelity, which sends \
      every sample.
      """
  )

  @Argument(help: "Traces: files in text or binary form, or names of bundled traces.")
  var files: [String]

  @Option(help: "Address of the engine, as host:port.")
  var address = "127.0.0.1:50051"

  @OptionGroup(title: "Access")
  var access: AccessOptions

  @Option(
    help: "Playback speed, \(ReplaySpeed.words). (default: 1x)", transform: ReplaySpeed.option)
  var speed = ReplaySpeed.times(1)

  @Option(help: "Maximum pause; longer ones are shortened", within: .zero ... .seconds(86_400))
  var maxGap: Duration?

  @Option(
    help: "Number of times that each trace is played, each in a new session",
    within: 1 ... 10_000)
  var loop = 1

  @Flag(help: "Print the plan, and play nothing.")
  var dryRun = false

  @Flag(help: "Send every sample instead of skipping those between trigger lines.")
  var fullFidelity = false

  @Option(help: "Open this experience instead of the recorded one; implies --experience-changed.")
  var experience: String?

  @Flag(help: "Compare even if the engine has another version of the experience.")
  var experienceChanged = false

  @Flag(
    help: "Decide in this program, with the experience in each trace; needs no engine.")
  var local = false

  @Flag(help: "Do not print the timeline.")
  var quiet = false

  func validate() throws {
    _ = try EngineAddress(self.address)
  }

  func run() async throws {
    let traces = try self.files.map(readTrace)
    if self.dryRun {
      for (file, trace) in zip(self.files, traces) { Console.line(self.plan(trace, file)) }
      return
    }
    var isDifferent = false
    if self.local {
      for (file, trace) in zip(self.files, traces) {
        isDifferent = self.replayLocally(trace, from: file) || isDifferent
      }
      if isDifferent { throw ExitCode.mismatch }
      return
    }
    let endpoint = try EngineAddress(self.address)
    try await endpoint.withClient(try self.access.clientAccess) { client in
      for _ in 0 ..< self.loop {
        for (file, trace) in zip(self.files, traces) {
          isDifferent = try await self.replay(trace, from: file, over: client) || isDifferent
        }
      }
    }
    if isDifferent { throw ExitCode.mismatch }
  }

  private var target: LoadEndpoint {
    get throws {
      let endpoint = try EngineAddress(self.address)
      return LoadEndpoint(
        host: endpoint.host, port: endpoint.port, security: try self.access.security)
    }
  }

  private var options: Replay.Options {
    var options = Replay.Options()
    options.speed = self.speed
    options.longestGap = self.maxGap.map { TimeSpan(microseconds: $0.wholeMicroseconds) }
    options.skipsSamples = !self.fullFidelity
    options.experience = self.experience
    return options
  }

  private func plan(_ trace: Trace, _ file: String) -> String {
    let seconds = TimelineText.number(Replay(trace, options: self.options).duration.seconds)
    let times = self.loop > 1 ? ", \(self.loop) times" : ""
    return "\(file): \(trace.steps.count) events and \(trace.directives.count) directives of"
      + " '\(self.experience ?? trace.header.experience)', \(seconds) s at \(self.speed)\(times)"
  }

  /// Plays one recording. Returns whether it differs.
  private func replay(
    _ trace: Trace, from file: String, over client: InteractionClient
  ) async throws -> Bool {
    let progress = ProgressLine(label: URL(fileURLWithPath: file).lastPathComponent)
    let timeline = LiveTimeline(
      since: trace.header.start, showsSamples: true, print: progress.print)
    let isLive = !self.quiet && self.speed != .max
    let outcome: Replay.Outcome
    do {
      outcome = try await Replay(trace, options: self.options).run(
        over: client, sessionID: "replay-\(UUID().uuidString.lowercased())",
        report: { moment, state in
          if isLive { timeline.add(moment) }
          progress.draw(state.events, of: state.total, "\(state) ")
        })
      timeline.finish()
    } catch let error as InteractionError {
      timeline.finish()
      progress.finish()
      let what =
        error.isUnreachable ? "cannot reach the engine" : "the session was ended by the engine"
      // The client's transport does not report the cause of a failed connection.
      let obstacle = error.isUnreachable ? try await self.target.connectError() : nil
      Console.error(
        "interaction-load: \(file): \(what) at \(self.address): \(obstacle ?? "\(error)")")
      throw ExitCode.engineUnavailable
    }
    progress.finish()
    // At maximum speed events and directives interleave arbitrarily: the sorted timeline is printed
    // instead.
    if !self.quiet, !isLive {
      for line in ReplayTimeline.timeline(of: trace, outcome) { Console.line(line) }
    }
    return self.compare(trace, outcome, file)
  }

  private func compare(_ trace: Trace, _ outcome: Replay.Outcome, _ file: String) -> Bool {
    let traffic = "\(outcome.sent) events sent, \(outcome.skipped) samples skipped"
    for notice in outcome.notices {
      let violations = notice.violations.map { "\($0.field) \($0.problem)" }.joined(separator: "; ")
      Console.line("\(file): event \(notice.sequence) was refused: \(violations)")
    }
    if trace.header.digest.isEmpty {
      Console.line(
        "\(file): \(outcome.directives.count) directives, nothing to compare (\(traffic))")
      return false
    }
    let isRecordedVersion = outcome.opened.digest == trace.header.digest
    guard isRecordedVersion || self.experienceChanged || self.experience != nil else {
      if trace.header.definition != nil {
        Console.line(
          "\(file): the engine has another version of '\(outcome.opened.experience)'; played with the"
            + " one that was recorded")
        return self.replayLocally(trace, from: file)
      }
      Console.line(
        "\(file): recorded with another version of '\(outcome.opened.experience)'"
          + " (\(trace.header.digest.prefix(12)), the engine has"
          + " \(outcome.opened.digest.prefix(12))); --experience-changed compares the two")
      return true
    }
    let comparison = DirectiveComparison(
      expected: trace.directives, received: outcome.directives,
      strictness: self.fullFidelity ? .everything : .exceptCauseNumbers)
    guard !comparison.differences.isEmpty else {
      Console.line("\(file): \(comparison.receivedCount) directives, all as recorded (\(traffic))")
      return false
    }
    for line in comparison.report(on: file, since: trace.header.start) { Console.line(line) }
    Console.line("\(file): \(traffic)")
    return true
  }
}
