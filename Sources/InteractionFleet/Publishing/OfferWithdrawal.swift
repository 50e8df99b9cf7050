/// Withdraws the offer of a failed publication and determines the outcome.
///
/// The lease is revoked, and the offer with it. After that no engine can accept the offer, and a
/// delayed request cannot put keys under the revoked lease.
@available(InteractionEngine 1.0, *)
struct OfferWithdrawal: Sendable {
  let version: DocumentVersion
  let lease: Int64
  /// The lease's time to live, s.
  let seconds: Int64
  /// The time at which the lease was requested.
  let granted: ContinuousClock.Instant
  /// The fleet's state before the offer.
  let before: FleetState
  let store: any KeyValueStore
  /// The minimum time for which requests to the store are retried.
  let retryTime: Duration

  /// Revokes the lease and returns the outcome of the publication.
  ///
  /// The requests run in an unstructured task, since an interrupted publisher's task is cancelled,
  /// and are retried for as long as the lease can last.
  ///
  /// - Parameter isOffered: True if the offer is known to have been committed.
  func outcome(after failure: PublishFailure, isOffered: Bool) async -> PublishOutcome {
    await Task {
      let rest = await self.withdraw()
      guard let state = rest.state else { return .unknown(failure, rest.offer) }
      let ending = state.outcome(of: self.version, since: self.before, isOffered: isOffered)
      if let ending { return ending }
      if case .unanswered(let engines) = failure { return .unanswered(engines) }
      return .withdrawn(failure)
    }.value
  }

  private func withdraw() async -> (offer: UnresolvedOffer, state: FleetState?) {
    let end = max(
      self.granted + .seconds(self.seconds), ContinuousClock.now + self.retryTime)
    var backoff = Backoff()
    var rest = UnresolvedOffer.open(seconds: self.seconds)
    while true {
      do throws(StoreError) {
        if rest != .revoked {
          try await self.revoke()
          rest = .revoked
        }
        return (rest, try await FleetState(listedBy: self.store))
      } catch {
        guard error.isRetryable, ContinuousClock.now < end else { return (rest, nil) }
        try? await Task.sleep(for: backoff.nextDelay(jitter: .random(in: 0 ... 1)))
      }
    }
  }

  private func revoke() async throws(StoreError) {
    do throws(StoreError) {
      try await self.store.revoke(lease: self.lease)
    } catch  where error.code == .noSuchLease {
      // The lease has expired, or an earlier attempt has revoked it.
    }
  }
}
