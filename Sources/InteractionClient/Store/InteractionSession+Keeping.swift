import Foundation
import InteractionCore
import InteractionWire
import Synchronization

/// The preservation of a session across a restart of the app.
extension InteractionSession {
  /// The wall-clock time, µs since 1970: the only clock that runs while the app does not.
  static func wallClock() -> Int64 {
    Int64(Date().timeIntervalSince1970 * 1_000_000)
  }

  /// Loads the saved session of a configuration; nil if there is none that could be resumed.
  static func load(
    _ configuration: SessionConfiguration, at wallClock: Int64
  ) -> Result<KeptSession?, StoreFailure> {
    guard let store = configuration.usableStore else { return .success(nil) }
    do {
      guard let bytes = try store.load(configuration.sessionID) else { return .success(nil) }
      let kept = try KeptSession(bytes: bytes)
      let isUsable = kept.matches(configuration) && !kept.isExpired(at: wallClock)
      return .success(isUsable ? kept : nil)
    } catch {
      return .failure(StoreFailure(.load, describing: error))
    }
  }

  /// Saves the session for each value of `asked`, one save at a time, until the stream ends.
  /// Requests during a save are conflated.
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
          // The stored state is older than the client's later decisions.
          try await store.remove(self.configuration.sessionID)
        }
      } catch {
        new = StoreFailure(newest == nil ? .remove : .save, describing: error)
      }
      // A repeated failure, such as a full disk, is reported once.
      if let new, new != failure { self.report(.storeFailed(new)) }
      failure = new
    }
  }

  /// Removes a session that has ended from the store.
  func forget(in store: any CheckpointStore) async {
    do {
      try await store.remove(self.configuration.sessionID)
    } catch {
      self.report(.storeFailed(StoreFailure(.remove, describing: error)))
    }
  }
}

extension StoreFailure {
  /// Wraps an error of the store, or of decoding its bytes.
  fileprivate init(_ operation: Operation, describing error: any Error) {
    switch error {
    case let failure as StoreFailure: self = failure
    case let violation as Violation:
      let place = violation.field.isEmpty ? "the stored session" : violation.field
      self.init(operation, "\(place) \(violation.problem)")
    default: self.init(operation, "\(error)")
    }
  }
}
