import Foundation
import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import InteractionWire

/// Verifies the contract from a client's log and the engines' recordings: every event is applied
/// exactly once and in order, every directive delivered exactly once and in order unless
/// superseded, only applied events are acknowledged, and both ends have the same snapshot.
struct ContractCheck {
  let log: ChaosSession.Log
  /// The engines' recordings of the session, one for each connection that reached an engine; empty
  /// if engines were killed.
  let parts: [ConnectionRecording]

  /// The recordings of connections on which the session was open, in order.
  var opened: [ConnectionRecording] {
    let epochs = Set((self.log.recording?.openings ?? []).map(\.epoch))
    return self.parts.filter { epochs.contains($0.epoch) }.sorted { $0.epoch < $1.epoch }
  }

  /// Descriptions of the violations; empty if the contract was kept.
  var violations: [String] {
    guard let recording = self.log.recording else { return ["nothing was recorded"] }
    if let error = self.log.error { return ["ended with \(error)"] }
    var problems = Self.outOfOrder(self.log.directives)
    if !self.log.restarted.isEmpty {
      // The loss of the old session was reported to the client.
      return problems
    }
    problems += self.falseAcknowledgements(recording)
    problems += self.parts.isEmpty ? self.differences(recording) : self.history(recording)
    return problems
  }

  /// Returns directives that are duplicated or out of order. The client itself ends a session at a
  /// missing number that no directive supersedes.
  static func outOfOrder(_ directives: [Directive]) -> [String] {
    for (directive, next) in zip(directives, directives.dropFirst())
    where next.sequence <= directive.sequence {
      return ["directive \(next.sequence) came after \(directive.sequence)"]
    }
    return []
  }

  /// Returns false acknowledgements. A resuming engine must have every event that was acknowledged
  /// before a checkpoint, and at the end all events are acknowledged.
  private func falseAcknowledgements(_ recording: SessionRecording) -> [String] {
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

  /// Compares with the directives of an undisturbed session.
  private func differences(_ recording: SessionRecording) -> [String] {
    guard let experience = try? BuiltInExperiences.named(recording.experience) else {
      return ["unknown experience '\(recording.experience)'; cannot compare"]
    }
    var session = Session(experience: experience, surface: recording.surface)
    var expected = session.handle(
      InteractionEvent(time: recording.start, kind: .open(recording.current)))
    for step in recording.steps { expected += session.handle(step.event) }
    return self.differences(from: expected, session.snapshot)
  }

  private func differences(from expected: [Directive], _ snapshot: Snapshot) -> [String] {
    let problems = Self.differences(self.log.directives, from: expected)
    if !problems.isEmpty { return problems }
    return self.log.snapshot == snapshot ? [] : ["the client's state differs from the engine's"]
  }

  /// Compares received directives with the expected ones. A directive may be missing if a later one
  /// supersedes it.
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
        "directive \(index + 1) differs (\(received.count) received, \(expected.count) expected):"
          + " \(Self.words(Array(rest))); expected \(Self.words(expected, index))"
      ]
    }
    return rest.first.map { ["directive \($0.sequence) is unexpected"] } ?? []
  }
}

extension Directive {
  /// Returns whether this directive supersedes `older`, by the contract's rule.
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
  /// Returns a directive in short form.
  fileprivate static func words(_ directives: [Directive], _ index: Int = 0) -> String {
    directives.dropFirst(index).first.map { TimelineText.line($0, since: .zero) } ?? "nothing"
  }

  /// Joins the engines' recordings into the session's history, and compares both ends with it.
  ///
  /// A recording begins at its checkpoint, so the previous one counts up to there: later steps of
  /// it were repeated by the next engine.
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

/// A session's history, joined from engines' recordings.
private struct EventHistory {
  private(set) var session: Session
  private(set) var directives: [Directive] = []
  private(set) var problems: [String] = []
  private var next: UInt64 = 1
  private let events: [InteractionEvent]

  init(_ recording: SessionRecording, with experience: Experience) {
    self.session = Session(experience: experience, surface: recording.surface)
    self.events = recording.steps.map(\.event)
    self.directives = self.session.handle(
      InteractionEvent(time: recording.start, kind: .open(recording.current)))
  }

  /// A description of the events that no engine applied.
  var missing: [String] {
    self.next > UInt64(self.events.count)
      ? [] : ["events \(self.next) to \(self.events.count) were never applied"]
  }

  /// Adds a recording, up to the checkpoint from which the next one was resumed.
  mutating func add(_ part: Trace, upTo last: UInt64?, before end: UInt64?) {
    for step in part.steps {
      if let number = step.number, let last, number > last { return }
      // Steps without a client event after the checkpoint, such as deadlines, belong to the next
      // recording.
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
        self.problems.append("event \(number) was applied; expected \(self.next)")
        return
      }
      // The recording may be wrong: there may be no event with this number.
      let sent = self.events.dropFirst(Int(number) - 1).first
      if sent?.kind != event.kind || sent?.time != event.time {
        self.problems.append(
          "event \(number) was applied with other content than was sent;"
            + " \(self.events.count) were sent")
      }
      self.next += 1
    }
    let decided = self.session.handle(event)
    if decided != step.directives {
      self.problems.append(
        "event \(event.sequence) caused other directives than the core's:"
          + " \(ContractCheck.words(step.directives)); expected \(ContractCheck.words(decided))")
    }
    self.directives += decided
  }
}
