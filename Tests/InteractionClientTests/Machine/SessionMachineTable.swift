import GRPCCore
import InteractionCore
import InteractionExperience
import InteractionWire
import SwiftProtobuf

@testable import InteractionClient

/// The transition table of a session: each input in each phase, with the next phase and the
/// actions.
struct SessionMachineTable {
  /// A state of a session, reached by a sequence of inputs.
  enum Situation: String, CaseIterable {
    case connecting, opening, open, draining, moving, waiting, offline, paused, pausing, finishing
    case closing, over

    fileprivate var path: [Input] {
      switch self {
      case .connecting: []
      case .opening: [.up]
      case .open: [.up, .opened]
      case .draining: Self.open.path + [.tap, .drain]
      case .moving: Self.open.path + [.drain, .write]
      case .waiting: [.lost]
      case .offline: [.lost, .later, .lost]
      case .paused: [.pause]
      case .pausing: Self.open.path + [.tap, .pause]
      case .finishing: Self.open.path + [.tap, .finish]
      case .closing: Self.finishing.path + [.write]
      case .over: [.cancel]
      }
    }
  }

  enum Input: String, CaseIterable {
    case up, opened, drain, write, tap, ended, lost, refused, silence, later, network, pause
    case resume, finish, cancel
  }

  /// Returns a machine in a situation; the offline policy has no delay.
  private static func machine(_ situation: Situation) throws -> SimulatedMachine {
    var configuration = SessionConfiguration(sessionID: "s", surface: .phone)
    if situation == .offline {
      let home = try BuiltInExperiences.named("home-refined")
      configuration.offline = home.map { OfflinePolicy(experience: $0, after: .zero) }
    }
    var playing = SimulatedMachine(configuration)
    for input in situation.path { playing.play(input) }
    return playing
  }

  /// Returns the table as text: a row for each input with an effect, by situation.
  static func text() throws -> String {
    let title = "# A session's life: each input in each phase, the next phase, and the actions\n"
    return try Situation.allCases.reduce(into: title) { text, situation in
      let start = try Self.machine(situation)
      let rows = Input.allCases.compactMap { input -> String? in
        var playing = start
        let actions = playing.play(input)
        guard !actions.isEmpty || playing.phase != start.phase else { return nil }
        let words = [playing.phase] + actions
        return "      \(input.rawValue.padded(to: 8)) \(words.joined(separator: ", "))\n"
      }
      text += "\n    \(situation.rawValue): \(start.phase)\n\(rows.joined())"
    }
  }

  /// A machine with a simulated clock.
  private struct SimulatedMachine {
    private var machine: SessionMachine
    private var now: MonotonicTime

    init(_ configuration: SessionConfiguration) {
      self.now = .now
      self.machine = SessionMachine(
        configuration, timeline: SessionTimeline(start: .zero, clockStart: self.now),
        plan: ReconnectPlan(
          policy: configuration.reconnects, endpoints: 1, generator: LongestWaits()),
        lastEpoch: 0)
      _ = self.machine.take()
    }

    var phase: String { self.machine.phase.words }

    @discardableResult
    mutating func play(_ input: Input) -> [String] {
      var written: [String] = []
      let epoch = self.machine.epoch
      switch input {
      case .up:
        if self.machine.open(on: epoch, at: self.now) != nil { written.append("open") }
      case .opened: self.receive(Self.opened)
      case .drain:
        var frame = ResponseFrame()
        frame.drain = DrainMessage(leaveAfter: .zero, endAfter: .seconds(5))
        self.receive(frame)
      case .write:
        writing: while true {
          switch self.machine.next(on: epoch, at: self.now) {
          case .send: written.append("send")
          case .halfClose:
            written.append("leave")
            break writing
          case .idle: break writing
          }
        }
      case .tap: self.machine.report(.tapTab(index: 1), at: .zero)
      case .ended: self.machine.ended(nil, on: epoch, at: self.now)
      case .lost: self.machine.ended(Self.lost, on: epoch, at: self.now)
      case .refused: self.machine.ended(Self.refused, on: epoch, at: self.now)
      case .silence: self.pass(.seconds(26))
      case .later: self.pass(.seconds(1))
      case .network: self.machine.networkChanged(at: self.now)
      case .pause: self.machine.pause(at: self.now)
      case .resume: self.machine.resume(at: self.now)
      case .finish: self.machine.finish(at: self.now)
      case .cancel: self.machine.cancel()
      }
      return written + self.machine.take().map(\.words)
    }

    private mutating func pass(_ time: TimeSpan) {
      self.now = self.now + time
      self.machine.tick(at: self.now)
    }

    private mutating func receive(_ frame: ResponseFrame) {
      _ = self.machine.receive(frame, on: self.machine.epoch, at: self.now)
    }

    private static let lost = InteractionError(code: .unavailable, message: "")
    private static let refused = InteractionError(
      code: .invalidArgument, reason: "EXPERIENCE_UNKNOWN", message: "")

    private static var opened: ResponseFrame {
      var frame = ResponseFrame()
      frame.opened = OpenedMessage(Interaction_V1_Opened.with { $0.experience = "home" })
      return frame
    }
  }
}

extension SessionMachine.Phase {
  fileprivate var words: String {
    switch self {
    case .running(let link): "running \(link.words)"
    case .paused(let link): "paused \(link.words)"
    case .finishing(let link): "finishing \(link.words)"
    case .over: "over"
    }
  }
}

extension SessionMachine.LinkPhase {
  fileprivate var words: String {
    switch self {
    case .none: "none"
    case .connecting: "connecting"
    case .opening: "opening"
    case .open: "open"
    case .draining: "draining"
    case .closing(let closing): closing.isMoving ? "moving" : "closing"
    case .waiting: "waiting"
    }
  }
}

extension SessionAction {
  fileprivate var words: String {
    switch self {
    case .connect: "connect"
    case .abandon: "abandon"
    case .refreshToken: "refreshToken"
    case .save: "keep"
    case .yieldUpdate(let update): "tell \(update.frameWords)"
    case .yieldConnectionState(let state): "show \(state.frameWords)"
    case .end(.finished): "end"
    case .end(.cancelled): "end cancelled"
    case .end(.failed(let error)): "end\(error.frameWords)"
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - self.count, 0))
  }
}
