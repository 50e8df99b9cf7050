import Foundation
import GRPCCore
package import InteractionFleet
import SwiftProtobuf

/// Watches.
@available(InteractionEngine 1.0, *)
extension EtcdStore {
  package func watch(
    from revision: Int64, _ receive: @escaping @Sendable (WatchUpdate) async -> Bool
  ) async throws(StoreError) {
    let prefix = self.prefixed("")
    let request = Etcdserverpb_WatchRequest.with {
      $0.createRequest = .with {
        $0.key = Data(prefix)
        $0.rangeEnd = Data(Self.end(of: prefix))
        $0.startRevision = revision
        $0.progressNotify = true
        $0.fragment = true
      }
    }
    try await self.call(within: nil, repeats: false) { client, metadata, options in
      try await Etcdserverpb_Watch.Client(wrapping: client).watch(
        metadata: metadata, options: options,
        requestProducer: { writer in
          try await writer.write(request)
          // The store ends the watch when the request stream ends.
          try await Task.sleep(for: .seconds(1_000_000_000))
        },
        onResponse: { response in
          var fragments: [StoreChange] = []
          for try await message in response.messages {
            guard let news = try self.update(from: message, &fragments) else { continue }
            guard await receive(news) else { return }
          }
          throw RPCError(code: .unavailable, message: "the watch ended")
        })
    }
  }

  /// Decodes a watch response; nil until all its fragments have arrived.
  private func update(
    from message: Etcdserverpb_WatchResponse, _ fragments: inout [StoreChange]
  ) throws -> WatchUpdate? {
    if message.canceled {
      // Its header has no revision, and the reason may be empty.
      if message.compactRevision > 0 {
        throw StoreError(.compacted, "compacted at revision \(message.compactRevision)")
      }
      let reason = message.cancelReason.isEmpty ? "no reason given" : message.cancelReason
      // An expired auth token: the next watch authenticates again.
      if reason.contains("auth token") || reason.contains("user name is empty") {
        throw RPCError(code: .unauthenticated, message: reason)
      }
      throw StoreError(.refused, "the watch was cancelled: \(reason)")
    }
    let position = StorePosition(message.header)
    if message.events.isEmpty, fragments.isEmpty { return .progress(position) }
    fragments += message.events.compactMap { event in
      guard let key = self.key(from: event.kv.key) else { return nil }
      let isDeletion = event.type == .delete
      return StoreChange(
        key: key, bytes: isDeletion ? nil : Array(event.kv.value), revision: event.kv.modRevision)
    }
    if message.fragment { return nil }
    defer { fragments = [] }
    return .changed(fragments, position)
  }
}
