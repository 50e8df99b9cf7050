import GRPCCore
import InteractionService
import NIOCore

@testable import InteractionTransport

/// A connection in simulated time whose calls go to grpc-swift's router, which the test replaces.
@MainActor
struct RoutedConnection {
  typealias Requests = AsyncThrowingStream<RPCTask.RequestPart, any Error>

  private final class Requested {
    var streams: [UInt32: Requests] = [:]
  }

  let client: HTTP2Client
  private let requested: Requested

  init(_ change: (inout ConnectionLimits) -> Void = { _ in }) throws {
    var limits = ConnectionLimits()
    change(&limits)
    let requested = Requested()
    self.requested = requested
    let services = ConnectionServices { _, stream, connection in
      guard let context = connection.context else { return }
      let (requests, continuation) = Requests.makeStream()
      requested.streams[stream] = requests
      let call = RPCCall(
        on: stream, of: connection, context, countsAsInProgress: false, continuation)
      connection.register(call, on: stream)
      call.updateTimeout()
    }
    self.client = try HTTP2Client(limits, services: services)
  }

  /// Begins a call. Returns it as the router's tasks receive it.
  func begin(_ stream: UInt32 = 1, isWhole: Bool = false) throws -> RPCCall? {
    try self.client.call("/a.Service/Method", on: stream, isWhole: isWhole)
    return self.client.connection.calls[stream] as? RPCCall
  }

  /// Returns the messages of a request that has ended, as its reader receives them.
  func messages(of call: RPCCall) async throws -> [[UInt8]] {
    var messages: [[UInt8]] = []
    guard let requests = self.requested.streams[call.stream] else { return [] }
    for try await case .message(let message) in requests {
      messages.append(message)
      call.messageTaken()
    }
    return messages
  }
}

extension RPCCall {
  /// Begins to write a message of this size; the task ends when the writer continues.
  @MainActor
  func write(bytes count: Int) -> Task<Void, any Error> {
    Task.immediate { @MainActor in
      try await withCheckedThrowingContinuation { written in
        self.write(Array(repeating: 7, count: count), written)
      }
    }
  }
}

/// Returns a message of this size, with its length prefix.
func message(of count: Int, _ byte: UInt8 = 7) -> [UInt8] {
  [0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    + Array(repeating: byte, count: count)
}
