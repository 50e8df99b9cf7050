import Foundation
import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import InteractionWire

/// Proves from what a client saw, and from what engines recorded, that a session kept the contract:
/// every event applied exactly once and in order, every directive delivered exactly once and in
/// order, acknowledgements that tell the truth, and the same picture at both ends.
struct ContractCheck {
  let log: ChaosSession.Log
  /// What the engines recorded of the session, a part for each connection that reached one; empty
  /// if they were killed, and their recordings with them.
  let parts: [RecordedPart]

  /// The parts of connections on which the session was open, in order.
  var opened: [RecordedPart] {
    let epochs = Set((self.log.recording?.openings ?? []).map(\.epoch))
    return self.parts.filter { epochs.contains($0.epoch) }.sorted { $0.epoch < $1.epoch }
  }

  /// Everything that is wrong; nothing if the contract was kept.
  var violations: [String] {
    guard let recording = self.log.recording else { return ["nothing was recorded"] }
    if let error = self.log.error { return ["ended with \(error)"] }
    var problems = Self.outOfOrder(self.log.directives)
    if !self.log.restarted.isEmpty {
      // What was lost with the old session was declared lost.
      return problems
    }
    problems += self.untrueAcknowledgements(recording)
    problems += self.parts.isEmpty ? self.differences(recording) : self.history(recording)
    return problems
  }

  /// Directives that came twice or too late. The client itself ends a session at a number that is
  /// missing and superseded by none.
  static func outOfOrder(_ directives: [Directive]) -> [String] {
    for (directive, next) in zip(directives, directives.dropFirst())
    where next.sequence <= directive.sequence {
      return ["directive \(next.sequence) came after \(directive.sequence)"]
    }
    return []
  }

  /// An engine that goes on with a session has to have everything that another one acknowledged
  /// before a checkpoint; and at the end everything is acknowledged.
  private func untrueAcknowledgements(_ recording: SessionRecording) -> [String] {
    var problems: [String] = []
    let count = UInt64(recording.steps.count)
    for opening in recording.openings where opening.ackedEvent > count {
      problems.append("event \(opening.ackedEvent) was acknowledged; \(count) were sent")
    }
    if let last = recording.openings.last, last.ackedEvent != count {
      problems.append("\(last.ackedEvent) of \(count) events were acknowledged at the end")
    }
    return problems
  }

  /// Compares with what one engine says that nothing ever disturbs.
  private func differences(_ recording: SessionRecording) -> [String] {
    guard let experience = try? BuiltInExperiences.named(recording.experience) else {
      return ["there is no experience '\(recording.experience)' to compare with"]
    }
    var session = Session(experience: experience, environment: recording.environment)
    var expected = session.handle(
      Event(time: recording.start, kind: .open(recording.current)))
    for step in recording.steps { expected += session.handle(step.event) }
    return self.differences(from: expected, session.snapshot)
  }

  private func differences(from expected: [Directive], _ snapshot: Snapshot) -> [String] {
    let problems = Self.differences(self.log.directives, from: expected)
    if !problems.isEmpty { return problems }
    return self.log.shown == snapshot ? [] : ["the client shows something else than the engine"]
  }

  /// Compares what came with what was to come. A directive may be missing if a later one that came
  /// sets all that it would have set.
  static func differences(_ received: [Directive], from expected: [Directive]) -> [String] {
    var rest = received[...]
    for (index, directive) in expected.enumerated() {
      if rest.first == directive {
        rest = rest.dropFirst()
        continue
      }
      let isMissing = rest.first.map { $0.sequence > directive.sequence } ?? true
      if isMissing, rest.contains(where: { $0.supersedes(directive) }) { continue }
      return [
        "directive \(index + 1) differs; \(received.count) came, \(expected.count) were expected:"
          + " \(Self.words(Array(rest))), not \(Self.words(expected, index))"
      ]
    }
    return rest.first.map { ["directive \($0.sequence) is one too many"] } ?? []
  }
}

extension Directive {
  /// Whether a client that gets this need not get `older`, by the contract's rule.
  fileprivate func supersedes(_ older: Directive) -> Bool {
    guard older.effects.isEmpty, !older.settings.isEmpty else { return false }
    if older.replacesAll { return self.replacesAll }
    let aspects = Set(self.settings.map(\.aspect))
    return older.settings.allSatisfy { setting in
      setting.aspect != .selection && setting.aspect != .navigation
        && aspects.contains(setting.aspect)
    }
  }
}

extension ContractCheck {
  /// Directives in short.
  fileprivate static func words(_ directives: [Directive], _ index: Int = 0) -> String {
    directives.dropFirst(index).first.map { TimelineText.line($0, since: .zero) } ?? "nothing"
  }

  /// Puts the session's history together from the engines' parts, and compares both ends with it.
  ///
  /// A part begins where its checkpoint was, so the one before it counts up to there: what that
  /// engine did beyond has been done again by the next one.
  private func history(_ recording: SessionRecording) -> [String] {
    let count = Set(recording.openings.map(\.epoch)).count
    let parts = self.opened.map(\.trace)
    guard parts.count == count, let first = parts.first,
      let experience = try? BuiltInExperiences.named(first.header.experience)
    else {
      return ["\(parts.count) of \(count) connections were recorded by the engines"]
    }
    var history = EventHistory(recording, with: experience)
    for (index, part) in parts.enumerated() {
      let next = index + 1 < parts.count ? recording.openings[index + 1].resumedAfter : nil
      let end = index + 1 < parts.count ? parts[index + 1].header.state?.nextDirective : nil
      history.add(part, upTo: next, before: end)
    }
    return history.problems + history.missing
      + self.differences(
        from: history.directives, history.session.snapshot)
  }
}

/// A session's history, as engines recorded it.
private struct EventHistory {
  private(set) var session: Session
  private(set) var directives: [Directive] = []
  private(set) var problems: [String] = []
  private var next: UInt64 = 1
  private let events: [Event]

  init(_ recording: SessionRecording, with experience: Experience) {
    self.session = Session(experience: experience, environment: recording.environment)
    self.events = recording.steps.map(\.event)
    self.directives = self.session.handle(
      Event(time: recording.start, kind: .open(recording.current)))
  }

  /// Events that no engine applied.
  var missing: [String] {
    self.next > UInt64(self.events.count)
      ? [] : ["events \(self.next) to \(self.events.count) were never applied"]
  }

  /// Adds what an engine did, up to the checkpoint that the next one went on from.
  mutating func add(_ part: Trace, upTo last: UInt64?, before end: UInt64?) {
    for step in part.steps {
      if let number = step.number, let last, number > last { return }
      // What came after the checkpoint without a number of the client's.
      if step.number == nil, let last, self.next > last, let end,
        self.session.state.nextDirective >= end
      {
        return
      }
      self.apply(step)
    }
  }

  private mutating func apply(_ step: Trace.Step) {
    var event = step.event
    event.sequence = step.number ?? self.next - 1
    if let number = step.number {
      guard number == self.next else {
        self.problems.append("event \(number) was applied where \(self.next) was due")
        return
      }
      // The number is that of a recording: there may be no such event.
      let sent = self.events.dropFirst(Int(number) - 1).first
      if sent?.kind != event.kind || sent?.time != event.time {
        self.problems.append(
          "event \(number) was applied as another one than was sent;"
            + " \(self.events.count) were sent")
      }
      self.next += 1
    }
    let decided = self.session.handle(event)
    if decided != step.directives {
      self.problems.append(
        "event \(event.sequence) led to other directives than the core's:"
          + " \(ContractCheck.words(step.directives)), not \(ContractCheck.words(decided))")
    }
    self.directives += decided
  }
}
