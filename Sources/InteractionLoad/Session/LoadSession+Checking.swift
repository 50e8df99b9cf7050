import InteractionClient
import InteractionWire
import NIOCore
import SwiftProtobuf

/// Comparison of received directives with the recording.
extension LoadSession {
  /// Checks new directives; duplicates of received ones are skipped.
  func receive(_ directives: [Proto.Directive], at now: UInt64) {
    for directive in directives where directive.sequence > UInt64(self.applied) {
      self.check(directive, at: now)
    }
  }

  private func check(_ directive: Proto.Directive, at now: UInt64) {
    var directive = directive
    // Superseded directives are conflated: they never arrive.
    let place = self.applied + directive.supersedes.count
    directive.supersedes = []
    self.applied = place + 1
    guard place < self.script.expectedDirectives.count else {
      self.worker.meter.received(directiveAfter: nil, at: now)
      self.worker.meter.recordMismatches("\(self.id): unexpected: \(directive.words)", at: now)
      return
    }
    let expected = self.script.expectedDirectives[place]
    let sent = expected.frame.flatMap { $0 < self.due.count ? self.due[$0] : nil }
    self.worker.meter.received(
      directiveAfter: sent.map { now - min($0, now) },
      of: DirectiveOrigin(trace: self.script.name, kind: expected.kind), at: now)
    if directive != expected.directive {
      self.worker.meter.recordMismatches(
        "\(self.id): \(directive.words); expected \(expected.directive.words)", at: now)
    }
  }

  /// Waits, up to a timeout, for missing directives once everything is sent, and then half-closes
  /// the call: a server that is late still sends them before it ends the call.
  func settle() {
    self.phase = .settling
    self.timer?.cancel()
    self.finishIfSettled()
    guard self.phase == .settling else { return }
    self.timer = self.loop.scheduleTask(in: self.worker.directiveTimeout) {
      if self.phase == .settling { self.finish() }
    }
  }

  /// The number of missing directives, of those that the sent frames cause.
  var missing: Int { max(self.expected - self.applied, 0) }

  /// Records the missing directives of a call that the server has ended: none can follow.
  func recordMissing() {
    guard self.missing > 0 else { return }
    self.worker.meter.recordMismatches(
      "\(self.id): \(self.missing) directives are missing, the first is"
        + " \(self.script.expectedDirectives[self.applied].directive.words)", count: self.missing,
      at: Self.now)
  }

  /// The number of directives that the sent frames cause.
  private var expected: Int {
    self.due.count == self.script.frames.count
      ? self.script.expectedDirectives.count
      : self.script.expectedDirectives.prefix { ($0.frame ?? -1) < self.due.count }.count
  }

  func finishIfSettled() {
    guard self.phase == .settling, self.applied >= self.expected,
      self.acked >= (self.due.isEmpty ? 0 : self.script.frames[self.due.count - 1].lastEvent)
    else { return }
    self.finish()
  }

  private func finish() {
    self.phase = .finished
    self.timer?.cancel()
    self.call?.finish()
    self.timer = self.loop.scheduleTask(in: self.worker.directiveTimeout) {
      guard self.phase == .finished else { return }
      let call = self.call
      self.end(CallOutcome(.deadlineExceeded, "the server did not end the call"))
      call?.cancel()
    }
  }
}

extension Proto.Directive {
  /// The directive on one line.
  fileprivate var words: String {
    let text = self.textFormatString().split(separator: "\n")
      .map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
    return text.count > 400 ? text.prefix(400) + "…" : text
  }
}
