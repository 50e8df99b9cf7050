import Foundation
import InteractionCore
import InteractionTrace
import InteractionWire
import Logging
import Synchronization

/// Writes down what happens in a session, beside it: a disk that is slow or full costs the recording,
/// never the session.
extension LiveStream {
  /// How much waits for the disk; more ends the recording.
  private static let waitingMoments = 65_536

  /// Records the session from its opening on, if it is one that is recorded.
  func record(_ entry: SessionEntry, _ opening: Opening) {
    guard let recordings = self.engine.recordings,
      recordings.includes(entry.open.sessionID)
    else { return }
    let view = self.state.withLock { state -> SessionWatchers.View? in
      state.stream.keepJournal(true)
      return state.watchers.add(capacity: Self.waitingMoments)
    }
    guard let view else { return }
    let header = Trace.Header(entry, opening)
    let file = recordings.begin(entry.open.sessionID, epoch: entry.open.epoch)
    Task.detached(priority: .utility) {
      await Self.write(view.sights, to: file, header, recordings)
    }
  }

  private static func write(
    _ sights: AsyncStream<SessionWatchers.Sight>, to file: URL, _ header: Trace.Header,
    _ recordings: Recordings
  ) async {
    var bytes = 0
    let limit = min(recordings.policy.fileBudget, recordings.policy.budget / 4)
    do {
      let writer = try TraceWriter(file: file, header: header)
      try writer.flush()
      for await sight in sights {
        switch sight {
        case .moment(.event(let event)):
          try writer.append(event, number: event.isNumbered ? event.sequence : 0)
        case .moment(.directive(let directive)): try writer.append(directive)
        case .missed(let count): throw RecordingEnd.behind(count)
        case .ended: break
        }
        let grown = writer.bytes - bytes
        bytes = writer.bytes
        if !recordings.grew(by: grown) || bytes > limit {
          try writer.close()
          throw RecordingEnd.full
        }
      }
      try writer.close()
    } catch {
      recordings.logger.warning(
        "a recording is incomplete",
        metadata: ["file": "\(file.lastPathComponent)", "problem": "\(error)"])
    }
    recordings.finished(file, bytes: bytes)
  }
}

/// Why a recording ends before its session.
private enum RecordingEnd: Error, CustomStringConvertible {
  case behind(UInt64)
  case full

  var description: String {
    switch self {
    case .behind(let count): "the disk is too slow: \(count) moments are missing"
    case .full: "the file, or the folder, has reached its limit"
    }
  }
}

extension Event {
  /// Whether the client gave it a number of its own.
  fileprivate var isNumbered: Bool {
    if self.command != nil { return false }
    switch self.kind {
    case .serverTick, .heldDrags, .open: return false
    default: return true
    }
  }
}

extension Trace.Header {
  fileprivate init(_ entry: SessionEntry, _ opening: Opening) {
    let open = entry.open
    self.init(
      experience: entry.experience.name, digest: entry.experience.digest,
      environment: open.environment, current: open.current, start: open.time,
      client: entry.client)
    self.connection = Trace.Connection(
      session: open.sessionID, user: open.user, epoch: open.epoch)
    if case .resumed(let session, _) = opening { self.state = session.proto }
  }
}
