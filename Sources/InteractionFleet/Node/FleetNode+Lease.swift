import Foundation
import Logging
import Synchronization

/// Membership by a lease.
@available(InteractionEngine 1.0, *)
extension FleetNode {
  /// Moves the deadline for acting on sessions, and detects pauses of the process, until the task
  /// is cancelled.
  ///
  /// Separate from ``keepLease()``, which waits for requests to the store.
  func detectPauses() async {
    while !Task.isCancelled {
      let (waking, deadline, pause) = self.state.withLock { state in
        (state.lease.checkDeadline(at: .now), state.lease.ownershipDeadline, state.lease.interval)
      }
      if case .late(let time) = waking {
        self.logger.error(
          "engine was suspended; its sessions may have moved to other engines",
          metadata: ["seconds": "\(time.components.seconds)"])
        await self.member.resumed(afterPause: time)
      }
      if let deadline { self.member.extendOwnership(until: deadline) }
      try? await Task.sleep(for: pause)
    }
  }

  /// Renews the lease until the task is cancelled, and then revokes it.
  func keepLease() async {
    while !Task.isCancelled {
      let (id, pause) = self.state.withLock { ($0.lease.id, $0.lease.interval) }
      do throws(StoreError) {
        if let id { try await self.renew(id) } else { try await self.acquire() }
        try await self.exchangeReports()
      } catch {
        if error.code == .noSuchLease { self.dropLease() }
        if !Task.isCancelled { self.logStoreFailure(error, while: "renewing the lease") }
      }
      try? await Task.sleep(for: pause)
    }
    if let id = self.state.withLock({ $0.lease.id }) {
      self.state.withLock { $0.lease.end() }
      // An unstructured task, since this one is cancelled and would cancel the request.
      let store = self.store
      await Task { try? await store.revoke(lease: id) }.value
    }
  }

  private func acquire() async throws(StoreError) {
    let asked = Date()
    let lease = try await self.store.grantLease(seconds: self.configuration.leaseSeconds)
    self.state.withLock { state in
      state.lease.grant(id: lease.id, seconds: lease.seconds)
      state.reported = nil
    }
    self.metrics.setLeaseExpiry(seconds: lease.seconds, since: asked)
    self.storeAnswered()
    self.wakeUp.yield()
  }

  private func renew(_ id: Int64) async throws(StoreError) {
    let asked = Date()
    let seconds = try await self.store.keepAlive(lease: id)
    self.storeAnswered()
    self.state.withLock { $0.lease.renew(seconds: seconds) }
    self.metrics.setLeaseExpiry(seconds: seconds, since: asked)
    if seconds <= 0 {
      self.logger.warning("lease expired in the fleet store; the engine joins again")
      try await self.acquire()
    }
  }

  private func dropLease() {
    self.state.withLock { $0.lease.end() }
    self.metrics.setLeaseExpiry(seconds: 0, since: Date())
    self.wakeUp.yield()
  }

  /// Leaves the fleet, if the engine is a member.
  func leave() async throws(StoreError) {
    guard let id = self.state.withLock({ $0.lease.id }) else { return }
    try await self.store.revoke(lease: id)
    self.dropLease()
  }
}
