import InteractionCore
import InteractionExperience
import InteractionStream
import InteractionTrace
import InteractionVariants
import InteractionWire
import Logging
import SwiftProtobuf
import Synchronization

/// Records a session asynchronously: a slow or full disk ends the recording, never the session.
@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// Returns the watch of a session's recording; nil if it is not recorded.
  func recordingWatch(of entry: SessionEntry) -> SessionWatch? {
    guard let recordings = self.engine.recordings, recordings.includes(entry.open.sessionID)
    else { return nil }
    return self.state.withLock { $0.watchers.add() }
  }

  /// Records the session until it ends.
  func record(_ watch: SessionWatch, of open: OpenFrame, _ header: Trace.Header) {
    guard let recordings = self.engine.recordings else { return }
    Task.detached(priority: .utility) {
      await Self.record(watch, of: open, header, recordings)
      // The recording may end before the session.
      self.unwatch(watch)
    }
  }

  private static func record(
    _ watch: SessionWatch, of open: OpenFrame, _ header: Trace.Header,
    _ recordings: Recordings
  ) async {
    do {
      let recording = try recordings.begin(
        open.sessionID, epoch: open.epoch, header, of: watch)
      // Not awaited: events are recorded meanwhile.
      Task { await recordings.write(recording) }
      do {
        for await sights in watch {
          for sight in sights {
            switch sight {
            case .record(let moment): try recordings.append(moment, to: recording)
            case .dropped: throw RecordingEndError.diskTooSlow
            case .ended: break
            }
          }
        }
        await recordings.finish(recording, because: nil)
      } catch {
        await recordings.finish(recording, because: error)
      }
    } catch {
      recordings.logIncomplete(open.sessionID, error)
    }
  }
}

@available(InteractionEngine 1.0, *)
extension InteractionEvent {
  /// A Boolean value that indicates whether the client gave the event its sequence number.
  var isNumbered: Bool {
    if self.command != nil { return false }
    switch self.kind {
    case .serverTick, .heldDrags, .open: return false
    default: return true
    }
  }
}

@available(InteractionEngine 1.0, *)
extension Trace.Header {
  /// Creates the header of a recording.
  ///
  /// - Parameters:
  ///   - session: The session, whose state is recorded if it was resumed.
  ///   - variants: The document of the session's variant; nil if it is not in force any more.
  init(_ entry: SessionEntry, resuming session: Session?, in variants: VariantSet?) {
    let open = entry.open
    self.init(
      experience: entry.experience.name, digest: entry.experience.digest,
      surface: open.surface, current: open.current, start: open.time,
      client: entry.client)
    self.connection = Trace.Connection(
      session: open.sessionID, user: open.user, epoch: open.epoch)
    if entry.isResumed { self.state = session?.proto }
    self.definition = entry.experience.definition
    self.selection = entry.selection?.proto
    self.buckets = (variants?.variants ?? []).map { variant in
      .with {
        $0.variant = variant.name
        $0.ranges = variant.buckets.map { range in
          .with {
            $0.first = UInt32(clamping: range.lowerBound)
            $0.end = UInt32(clamping: range.upperBound)
          }
        }
      }
    }
  }
}
