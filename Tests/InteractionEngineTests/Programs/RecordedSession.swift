import Foundation
import InteractionTrace
import InteractionWire
import SwiftProtobuf
import Synchronization
import Testing

/// A client and a backend of one session, which record its inputs and directives.
final class RecordedSession {
  let survivor: ResumableSession
  /// The IDs of the commands whose directives have arrived.
  private(set) var heard: Set<String> = []
  private var running: any EngineCaller
  private var history: SessionInputs

  /// A backend's call that may not be answered yet.
  final class Call: Sendable {
    private let found = Mutex<String?>(nil)

    /// The outcome, or the name of a status code; nil while the call is open.
    fileprivate(set) var answer: String? {
      get { self.found.withLock(\.self) }
      set { self.found.withLock { $0 = newValue } }
    }
  }

  /// Opens a session with a trace's header.
  init(_ name: String, _ header: Trace.Header, on running: any EngineCaller) async throws {
    let proto = header.proto
    self.running = running
    self.history = SessionInputs(of: header.experience) {
      ($0.surface, $0.timeUs) = (proto.surface, proto.timeUs)
      if proto.hasCurrent { $0.current = proto.current }
    }
    self.survivor = try await ResumableSession.opened(name, on: Self.client(of: running)) {
      ($0.experience, $0.surface, $0.timeUs) =
        (header.experience, proto.surface, proto.timeUs)
      if proto.hasCurrent { $0.current = proto.current }
    }
  }

  private static func client(of running: any EngineCaller) -> TestStream {
    let client = TestStream(running)
    // It acknowledges directives once they are recorded.
    client.acknowledges = false
    return client
  }

  private var conversation: TestStream { self.survivor.conversation }

  /// Resumes the session on another engine, up to the last event.
  func resume(on running: any EngineCaller) async throws {
    self.running = running
    self.conversation.cancel()
    try await self.survivor.resume(on: Self.client(of: running))
    try await self.catchUp()
  }

  /// Plays steps: events without waiting, commands one at a time.
  func play(_ steps: some Sequence<Step>) async throws {
    var events: [WireEvent] = []
    for step in steps {
      guard let order = step.order else {
        events.append(step.event)
        continue
      }
      try await self.send(events)
      events = []
      _ = try await self.carryOut(order, step.event)
    }
    try await self.send(events)
  }

  private func send(_ events: [WireEvent]) async throws {
    if events.isEmpty { return }
    self.survivor.events += events
    self.history.sent(events)
    try await self.catchUp()
  }

  /// Sends the events that the engine does not have, and the last event again, which is answered at
  /// once.
  func catchUp() async throws {
    let events = self.survivor.events
    if let last = events.last {
      try await self.survivor.playUnread(events.count)
      try await self.conversation.send(.events(UInt64(events.count), [last]))
      for frame in try await self.conversation.acked(UInt64(events.count)) { self.take(frame) }
    }
    try await self.acknowledge()
  }

  /// Sends a command, and acknowledges its directives. Returns the answer.
  func carryOut(_ order: Order, _ event: WireEvent) async throws -> String {
    let call = self.ask(order, event)
    try await self.hear(event, call)
    try await self.acknowledge()
    let answer = try await self.answer(to: call)
    try await self.note(event)
    return answer
  }

  /// Sends a command, and wakes up the session's reader when it is answered.
  func ask(_ order: Order, _ event: WireEvent) -> Call {
    let call = Call()
    let (running, session) = (self.running, self.survivor.id)
    let wake = self.conversation.injector
    _ = running.run {
      let end = await CallCompletion.of {
        let result = try await order.send(as: event.commandID, to: running, session: session)
        call.answer = "\(result.outcome)"
      }
      if let code = end.code { call.answer = "\(code)" }
      wake(WireResponse())
    }
    return call
  }

  func answer(to call: Call) async throws -> String {
    while true {
      if let answer = call.answer { return answer }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Reads until the command's directives have arrived, or, without any, until it is answered. A
  /// refusal is a directive, which may arrive after the answer.
  func hear(_ event: WireEvent, _ call: Call) async throws {
    while !self.heard.contains(event.commandID) {
      if let answer = call.answer, answer != "refused" { return }
      self.take(try await self.conversation.receive())
    }
  }

  /// Records the frames that have arrived before the end.
  func hearRest() async {
    for frame in await self.conversation.rest().frames { self.take(frame) }
  }

  private func take(_ frame: WireResponse) {
    self.survivor.note(frame)
    self.heard.formUnion(frame.directives.map(\.cause.command))
  }

  func acknowledge() async throws {
    try await self.conversation.send(.ack(self.survivor.applied))
  }

  /// Records a command that was carried out, with its time; earlier deadlines came first.
  func note(_ event: WireEvent) async throws {
    let now = try await Inspector(self.running).get(self.survivor.id).state.nowUs
    var command = event
    command.timeUs = now
    self.history.came([WireEvent("tick", #"{"byServer": true}"#, at: now), command])
  }

  /// Compares the received directives with those of a new session with the same inputs.
  func expectWhole() async throws {
    expectSame(self.survivor.directives, try await self.history.directives(on: self.running))
  }
}

/// An event of a session, and the command that causes it if a backend sends it.
struct Step: Sendable {
  var event: WireEvent
  var order: Order?

  /// Returns the steps of a trace, with commands where possible.
  static func of(_ trace: Trace) throws -> [Step] {
    try trace.events.enumerated().map { number, event in
      var proto = event.proto
      guard let order = try Order(proto) else { return Step(event: proto) }
      if proto.commandID.isEmpty { proto.commandID = "order-\(number)" }
      return Step(event: proto, order: order)
    }
  }
}

extension Order {
  /// Makes the command that causes an event; nil if no command does.
  init?(_ event: WireEvent) throws {
    switch event.kind {
    case .badge(let badge): self.init("SetBadge", #"{"badge": \#(try badge.jsonString())}"#)
    case .selectTab(let tab): self = .tab(Int(tab.tab))
    case .orderToggle(let order):
      self.init("OrderToggle", #"{"toggle": "\#(order.toggle)", "look": \#(order.look.rawValue)}"#)
    case .account(let account) where account.change != .signedOut:
      self = .gate(signedIn: account.change == .signedIn)
    case .floor(let floor) where floor.command == .open: self.init("OpenSecondFloor")
    case .floor(let floor) where floor.command == .close: self.init("CloseSecondFloor")
    default: return nil
    }
  }
}
