import InteractionCore
import InteractionStream
import InteractionVariants
import Synchronization

/// Moving open sessions to other versions.
@available(InteractionEngine 1.0, *)
extension Engine {
  /// Returns a mover of an experience's open sessions.
  ///
  /// - Parameters:
  ///   - version: The version; nil for the one that the current document has for each session.
  ///   - share: The share of the sessions that are moved per second, more than 0, at most 1.
  func mover(
    to version: Experience?, of name: String, allowsNewAssets: Bool, share: Double
  ) -> SessionMover {
    SessionMover(
      registry: self.registry, experience: name,
      target: { [catalog] entry in
        guard let version else { return catalog.move(of: entry, allowsNewAssets: allowsNewAssets) }
        return VersionMove(
          to: version, selection: catalog.selection(of: entry, movedTo: version),
          allowsNewAssets: allowsNewAssets)
      }, share: share)
  }

  /// Moves the open sessions of variants that are off to the first variant's version, now and when
  /// they resume later, until the order is replaced.
  ///
  /// - Parameter order: The share of the sessions that are moved per second, and whether the
  ///   version may have assets that theirs has not; nil if open sessions keep their version.
  func moveFromKilled(
    _ experience: String, by source: KillSwitches.Source,
    _ order: (share: Double, allowsNewAssets: Bool)?
  ) {
    let mover = order.map { order in
      SessionMover(
        registry: self.registry, experience: experience,
        target: { [catalog] entry in
          catalog.move(of: entry, allowsNewAssets: order.allowsNewAssets, leavingKilled: true)
        }, share: order.share)
    }
    self.killMoves.withLock { moves in
      let key = KillMove(source: source, experience: experience)
      moves[key]?.cancel()
      moves[key] = mover.map { mover in
        Task {
          while !Task.isCancelled {
            try? await mover.run()
            try? await Task.sleep(for: .seconds(5))
          }
        }
      }
    }
  }

  /// The order to move sessions out of variants that are off.
  struct KillMove: Hashable, Sendable {
    var source: KillSwitches.Source
    var experience: String
  }
}

@available(InteractionEngine 1.0, *)
extension ExperienceCatalog {
  /// Returns the selection of a session after an operator has moved it to a version, which counts
  /// in no outcome.
  fileprivate func selection(
    of entry: SessionEntry, movedTo version: Experience
  ) -> VariantSelection? {
    guard let variants = self.document(named: version.name)?.variants else {
      return nil
    }
    let variant = variants.variants.first { $0.experience.digest == version.digest }
    return VariantSelection(
      variant: variant?.name ?? "", reason: .moved, bucket: entry.selection?.bucket,
      phase: variants.phase, document: String(variants.digest.prefix(12)))
  }
}
