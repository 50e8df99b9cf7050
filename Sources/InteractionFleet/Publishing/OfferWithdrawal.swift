/// Ends an offer whose publication has failed, and finds out what has become of it.
///
/// The lease is given back, and the offer with it: after that no engine can accept it, and a store
/// that carries out a lost request late puts nothing under a lease that is over.
@available(InteractionEngine 1.0, *)
struct OfferWithdrawal: Sendable {
  let version: DocumentVersion
  let lease: Int64
  /// How long the store keeps the lease, s.
  let seconds: Int64
  /// When the store was asked for the lease.
  let granted: ContinuousClock.Instant
  /// What the store said before the offer.
  let before: FleetState
  let store: any KeyValueStore
  /// How long the store is asked at least.
  let patience: Duration

  /// Gives the lease back, and says how the publication has ended.
  ///
  /// The store is asked in a task of its own, since that of a publisher that is told to end is
  /// cancelled, and again for as long as the lease may last.
  ///
  /// - Parameter isOffered: Whether the offer was there for certain.
  func outcome(after failure: PublishFailure, isOffered: Bool) async -> PublishOutcome {
    await Task {
      let rest = await self.withdraw()
      guard let state = rest.state else { return .unknown(failure, rest.offer) }
      let ending = state.ending(of: self.version, since: self.before, isOffered: isOffered)
      if let ending { return ending }
      if case .unanswered(let engines) = failure { return .unanswered(engines) }
      return .withdrawn(failure)
    }.value
  }

  private func withdraw() async -> (offer: OfferRest, state: FleetState?) {
    let end = max(
      self.granted + .seconds(self.seconds), ContinuousClock.now + self.patience)
    var backoff = Backoff()
    var rest = OfferRest.open(seconds: self.seconds)
    while true {
      do throws(StoreError) {
        if rest != .over {
          try await self.revoke()
          rest = .over
        }
        return (rest, try await FleetState(listedBy: self.store))
      } catch {
        guard error.isPassing, ContinuousClock.now < end else { return (rest, nil) }
        try? await Task.sleep(for: backoff.wait(jitteredBy: .random(in: 0 ... 1)))
      }
    }
  }

  private func revoke() async throws(StoreError) {
    do throws(StoreError) {
      try await self.store.revoke(lease: self.lease)
    } catch  where error.code == .noSuchLease {
      // It is over, by time or by an earlier try.
    }
  }
}
