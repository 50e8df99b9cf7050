import GRPCCore
import InteractionCore
import InteractionIdentity
import InteractionStream
import InteractionWire
import Logging
import SwiftProtobuf

/// Inspecting and controlling sessions.
@available(InteractionEngine 1.0, *)
extension InspectorRPC {
  private static let longestMessage = 256
  private static let longestDeadline = TimeSpan.seconds(600)

  func listSessions(
    request: Interaction_Inspector_V1_ListSessionsRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_ListSessionsResponse {
    let found = self.engine.registry.streams { entry in
      (request.experience.isEmpty || entry.experience.name == request.experience)
        && (request.user.isEmpty || entry.open.user == request.user)
        && entry.open.sessionID.hasPrefix(request.sessionPrefix)
    }
    let page = try ListPage(
      of: found, size: request.pageSize, after: request.pageToken, by: \.entry.open.sessionID)
    return .with {
      $0.sessions = page.items.compactMap { $0.stream.inspect()?.summary }
      $0.totalSize = UInt32(clamping: found.count)
      $0.nextPageToken = page.nextToken
    }
  }

  func getSession(
    request: Interaction_Inspector_V1_GetSessionRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_GetSessionResponse {
    guard let inspection = self.engine.registry.stream(named: request.sessionID)?.inspect() else {
      throw Self.unknown(request.sessionID)
    }
    return inspection
  }

  func watchSession(
    request: Interaction_Inspector_V1_WatchSessionRequest,
    response writer: RPCWriter<Interaction_Inspector_V1_WatchSessionResponse>,
    context: ServerContext
  ) async throws {
    guard let stream = self.engine.registry.stream(named: request.sessionID) else {
      throw Self.unknown(request.sessionID)
    }
    guard let (watch, first) = stream.watch() else {
      throw StreamError(
        .overloaded,
        "the session has \(SessionWatchers.maximum) watchers, the maximum; try again later")
    }
    defer { stream.unwatch(watch) }
    try await untilCancelled(context) {
      try await writer.write(.with { $0.session = first })
      for await sights in watch { try await writer.write(contentsOf: sights.map(\.proto)) }
    }
  }

  func endSession(
    request: Interaction_Inspector_V1_EndSessionRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_EndSessionResponse {
    do throws(Violation) {
      try checkText(request.message, Self.longestMessage, "message")
    } catch {
      throw StreamError(invalid: [error])
    }
    guard let stream = self.engine.registry.stream(named: request.sessionID),
      let inspection = stream.inspect()
    else { throw Self.unknown(request.sessionID) }
    let words = request.message.isEmpty ? "" : ": \(request.message)"
    stream.fail(StreamError(.endedByOperator, "an operator ended the session\(words)"))
    var metadata = Self.requester(in: context)
    metadata["session"] = "\(request.sessionID)"
    metadata["user"] = "\(inspection.summary.user)"
    metadata["message"] = "\(request.message)"
    self.engine.logger.notice("session ended by an operator", metadata: metadata)
    return .with { $0.session = inspection.summary }
  }

  func moveSessions(
    request: Interaction_Inspector_V1_MoveSessionsRequest,
    response writer: RPCWriter<Interaction_Inspector_V1_MoveSessionsResponse>,
    context: ServerContext
  ) async throws {
    guard request.hasSharePerSecond else { throw StreamError(unset: "share_per_second") }
    let share = request.sharePerSecond
    guard share > 0, share <= 1 else {
      throw StreamError(invalid: [
        Violation(
          field: "share_per_second", problem: "is \(plain(share)); must be more than 0, at most 1")
      ])
    }
    let entry = try self.engine.catalog.version(request.digest, of: request.experience)
    let mover = self.engine.mover(
      to: request.digest.isEmpty ? nil : entry.experience, of: request.experience,
      allowsNewAssets: request.allowNewAssets, share: share)
    var metadata = Self.requester(in: context)
    metadata["experience"] = "\(request.experience)"
    metadata["digest"] = "\(entry.experience.digest)"
    self.engine.logger.notice("move of open sessions requested", metadata: metadata)
    try await untilCancelled(context) {
      try await mover.run { try await writer.write($0.proto) }
    }
  }

  func drain(
    request: Interaction_Inspector_V1_DrainRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_DrainResponse {
    var deadline: TimeSpan?
    if request.hasTimeout {
      let timeout = TimeSpan(request.timeout)
      guard timeout >= .zero, timeout <= Self.longestDeadline else {
        throw StreamError(invalid: [
          Violation(
            field: "timeout",
            problem: "is \(plain(timeout.seconds)) s; must be 0 to"
              + " \(plain(Self.longestDeadline.seconds)) s")
        ])
      }
      deadline = timeout
    }
    self.engine.logger.notice(
      "drain requested by an operator", metadata: Self.requester(in: context))
    let (sessions, due) = self.engine.drain(within: deadline)
    return .with {
      $0.sessions = UInt32(clamping: sessions)
      $0.timeout = due.proto
    }
  }

  /// Returns the caller's log metadata; the operator is empty if calls need no authentication.
  static func requester(in context: ServerContext) -> Logger.Metadata {
    let call = AuthenticationInterceptor.call
    var metadata: Logger.Metadata = [
      "operator": "\(call?.caller.subject ?? "")", "peer": "\(context.peerAddress)",
    ]
    metadata.name(call?.trace)
    return metadata
  }

  private static func unknown(_ session: String) -> StreamError {
    StreamError(
      .unknownSession,
      "no session '\(session.prefix(64))' is open on this server; see ListSessions")
  }
}

@available(InteractionEngine 1.0, *)
extension SessionWatch.WatchItem {
  fileprivate var proto: Interaction_Inspector_V1_WatchSessionResponse {
    .with {
      switch self {
      case .record(.event(let event)):
        $0.event = event.proto
        $0.eventSequence = event.sequence
      case .record(.directive(let directive)): $0.directive = directive.proto
      case .dropped(let count): $0.droppedMessages = count
      case .ended(let reason): $0.end.reason = reason?.proto ?? .unspecified
      }
    }
  }
}

@available(InteractionEngine 1.0, *)
extension SessionMover.Progress {
  fileprivate var proto: Interaction_Inspector_V1_MoveSessionsResponse {
    .with {
      $0.moved = UInt32(clamping: self.moved)
      $0.waiting = UInt32(clamping: self.waiting)
      $0.remaining = UInt32(clamping: self.remaining)
      $0.keptForLevel = UInt32(clamping: self.kept[.level] ?? 0)
      $0.keptForAssets = UInt32(clamping: self.kept[.assets] ?? 0)
      $0.keptForLocalDecisions = UInt32(clamping: self.kept[.localDecisions] ?? 0)
    }
  }
}
