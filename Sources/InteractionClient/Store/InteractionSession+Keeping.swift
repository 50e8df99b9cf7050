import Foundation
import InteractionCore
import InteractionWire
import Synchronization

/// Keeping a session across a restart of the app.
@available(InteractionEngine 1.0, *)
extension InteractionSession {
  /// The time of day, µs since 1970: the only clock that goes on while the app does not run.
  static func wallClock() -> Int64 {
    Int64(Date().timeIntervalSince1970 * 1_000_000)
  }

  /// What the store has of the session that `configuration` opens; nil if there is nothing, or
  /// nothing that could be resumed.
  static func load(
    _ configuration: SessionConfiguration, at wallClock: Int64
  ) -> Result<KeptSession?, StoreFailure> {
    guard let store = configuration.usableStore else { return .success(nil) }
    do {
      guard let bytes = try store.load(configuration.sessionID) else { return .success(nil) }
      let kept = try KeptSession(bytes: bytes)
      let isUsable = kept.fits(configuration) && !kept.isExpired(at: wallClock)
      return .success(isUsable ? kept : nil)
    } catch {
      return .failure(StoreFailure(.load, describing: error))
    }
  }

  /// Saves the session whenever that is asked for, one state at a time, until `asked` ends. Asked
  /// for several times meanwhile, it saves the newest state once.
  func keep(in store: any CheckpointStore, whenever asked: AsyncStream<Void>) async {
    var failure: StoreFailure?
    for await _ in asked {
      let machine = self.state.withLock { $0.machine }
      let newest = machine.kept(at: Self.wallClock())
      var new: StoreFailure?
      do {
        if let newest {
          try await store.save(newest.bytes, as: self.configuration.sessionID)
        } else {
          // What is there is older than what the client has decided, or shown, since.
          try await store.remove(self.configuration.sessionID)
        }
      } catch {
        new = StoreFailure(newest == nil ? .remove : .save, describing: error)
      }
      // A full disk is said once.
      if let new, new != failure { self.tell(.storeFailed(new)) }
      failure = new
    }
  }

  /// Forgets the session, which is over.
  func forget(in store: any CheckpointStore) async {
    do {
      try await store.remove(self.configuration.sessionID)
    } catch {
      self.tell(.storeFailed(StoreFailure(.remove, describing: error)))
    }
  }
}

@available(InteractionEngine 1.0, *)
extension StoreFailure {
  /// What the store, or the reading of what it had, has thrown.
  fileprivate init(_ operation: Operation, describing error: any Error) {
    switch error {
    case let failure as StoreFailure: self = failure
    case let violation as Violation:
      let place = violation.field.isEmpty ? "what was kept" : violation.field
      self.init(operation, "\(place) \(violation.problem)")
    default: self.init(operation, "\(error)")
    }
  }
}
