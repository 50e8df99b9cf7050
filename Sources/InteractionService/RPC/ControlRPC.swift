import GRPCCore
import InteractionCore
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// `interaction.v1.ControlService`.
@available(InteractionEngine 1.0, *)
struct ControlRPC: Interaction_V1_ControlService.SimpleServiceProtocol {
  let engine: Engine

  func setBadge(
    request: Interaction_V1_SetBadgeRequest, context: ServerContext
  ) async throws -> Interaction_V1_SetBadgeResponse {
    let operation: BadgeOperation
    do {
      operation = try BadgeOperation(request.badge)
    } catch {
      throw StreamError(invalid: [error])
    }
    let order = SessionCommand.Order.event(
      .badge(tab: Int(request.badge.tab), operation: operation))
    let results = try await self.carryOut(order, as: request.command)
    return .with { $0.results = results }
  }

  func selectTab(
    request: Interaction_V1_SelectTabRequest, context: ServerContext
  ) async throws -> Interaction_V1_SelectTabResponse {
    guard request.hasTab else { throw StreamError(unset: "tab") }
    let results = try await self.carryOut(
      .event(.selectTab(index: Int(request.tab))), as: request.command)
    return .with { $0.results = results }
  }

  func orderToggle(
    request: Interaction_V1_OrderToggleRequest, context: ServerContext
  ) async throws -> Interaction_V1_OrderToggleResponse {
    let look: ToggleLook
    do {
      look = try ToggleLook(request.look, "look")
    } catch {
      throw StreamError(invalid: [error])
    }
    let results = try await self.carryOut(
      .toggle(name: request.toggle, look: look), as: request.command)
    return .with { $0.results = results }
  }

  func openSecondFloor(
    request: Interaction_V1_OpenSecondFloorRequest, context: ServerContext
  ) async throws -> Interaction_V1_OpenSecondFloorResponse {
    let results = try await self.carryOut(.event(.floor(.open)), as: request.command)
    return .with { $0.results = results }
  }

  func closeSecondFloor(
    request: Interaction_V1_CloseSecondFloorRequest, context: ServerContext
  ) async throws -> Interaction_V1_CloseSecondFloorResponse {
    let results = try await self.carryOut(.event(.floor(.close)), as: request.command)
    return .with { $0.results = results }
  }

  func changeItem(
    request: Interaction_V1_ChangeItemRequest, context: ServerContext
  ) async throws -> Interaction_V1_ChangeItemResponse {
    let change: ItemChange
    do {
      change = try ItemChange(request.change, "change")
    } catch {
      throw StreamError(invalid: [error])
    }
    let results = try await self.carryOut(.event(.item(change)), as: request.command)
    return .with { $0.results = results }
  }

  func hideBar(
    request: Interaction_V1_HideBarRequest, context: ServerContext
  ) async throws -> Interaction_V1_HideBarResponse {
    guard request.hasHidden else { throw StreamError(unset: "hidden") }
    let results = try await self.carryOut(
      .event(.bar(isHidden: request.hidden)), as: request.command)
    return .with { $0.results = results }
  }

  func switchSecondFloor(
    request: Interaction_V1_SwitchSecondFloorRequest, context: ServerContext
  ) async throws -> Interaction_V1_SwitchSecondFloorResponse {
    guard request.hasOn else { throw StreamError(unset: "on") }
    let results = try await self.carryOut(
      .event(.floor(request.on ? .turnOn : .turnOff)), as: request.command)
    return .with { $0.results = results }
  }

  func resolveGate(
    request: Interaction_V1_ResolveGateRequest, context: ServerContext
  ) async throws -> Interaction_V1_ResolveGateResponse {
    guard request.hasSignedIn else { throw StreamError(unset: "signed_in") }
    if case .all = request.command.recipient {
      throw StreamError(invalid: [
        Violation(
          field: "command.all",
          problem: "must be absent: a login is one user's; set a user or a session_id")
      ])
    }
    let change: AccountChange = request.signedIn ? .signedIn : .loginFailed
    let results = try await self.carryOut(.event(.account(change)), as: request.command)
    return .with { $0.results = results }
  }
}

@available(InteractionEngine 1.0, *)
extension ControlRPC {
  /// Carries out an order in every recipient session of a command.
  private func carryOut(
    _ order: SessionCommand.Order, as command: Interaction_V1_CommandMetadata
  ) async throws -> [Interaction_V1_CommandResult] {
    guard OpenFrame.isName(command.commandID) else {
      throw StreamError(invalid: [
        Violation(
          field: "command.command_id", problem: "must be 1 to 64 bytes of A-Z a-z 0-9 . _ -")
      ])
    }
    let order = SessionCommand(id: command.commandID, order: order)
    let engine = self.engine
    let recipients = try self.recipients(of: command)
    // Checked for all sessions before any of them changes.
    for (session, stream) in recipients where stream.isReusedID(of: order) {
      throw StreamError(
        .commandIDReused,
        "command.command_id '\(order.id)' was already used for another command in session"
          + " '\(session)'; use a new ID for each command")
    }
    let results = try await withThrowingTaskGroup(of: Interaction_V1_CommandResult?.self) { group in
      for (session, stream) in recipients {
        group.addTask { await stream.carryOut(order, in: session, metrics: engine.metrics) }
      }
      var results: [Interaction_V1_CommandResult] = []
      for try await result in group {
        if let result { results.append(result) }
      }
      return results
    }
    guard !results.isEmpty || command.all else { throw Self.unreached(command) }
    return results.sorted { $0.sessionID < $1.sessionID }
  }

  private func recipients(
    of command: Interaction_V1_CommandMetadata
  ) throws -> [(session: String, stream: LiveStream)] {
    switch command.recipient {
    case .sessionID(let id):
      guard let stream = self.engine.registry.stream(named: id) else {
        throw Self.unreached(command)
      }
      return [(id, stream)]
    case .user(let user) where !user.isEmpty:
      let streams = self.engine.registry.streams(of: user)
      guard !streams.isEmpty else { throw Self.unreached(command) }
      return streams
    case .all(true):
      return self.engine.registry.streams().map { ($0.entry.open.sessionID, $0.stream) }
    case .user, .all, .none:
      throw StreamError(invalid: [
        Violation(
          field: "command.recipient",
          problem: "must be a session_id or a user, and not empty, or all, and true")
      ])
    }
  }

  private static func unreached(_ command: Interaction_V1_CommandMetadata) -> StreamError {
    let whom =
      switch command.recipient {
      case .sessionID(let id): "session '\(id.prefix(64))' is"
      case .user(let user): "session of user '\(user.prefix(64))' is"
      case .all, .none: "session is"
      }
    var error = StreamError(.unknownSession, "no \(whom) open on this server")
    // The session may be moving here from another engine. The command ID makes a retry safe.
    error.retryDelay = .milliseconds(300)
    return error
  }
}

@available(InteractionEngine 1.0, *)
extension LiveStream {
  /// Carries out a command and waits up to ``StreamLimits/commandTimeout`` for the client's
  /// acknowledgement; nil if the session has ended.
  fileprivate func carryOut(
    _ command: SessionCommand, in session: String, metrics: EngineMetrics
  ) async -> Interaction_V1_CommandResult? {
    guard let outcome = self.carryOut(command) else { return nil }
    var isConfirmed = false
    if case .carriedOut(let last) = outcome { isConfirmed = await self.isApplied(last) }
    let result = Interaction_V1_CommandResult.with {
      $0.sessionID = session
      switch outcome {
      case .carriedOut:
        $0.outcome = isConfirmed ? .applied : .unconfirmed
      case .refused(let reason, _):
        $0.outcome = .refused
        $0.reason = reason.proto
      case .invalid(let violation):
        $0.outcome = .invalid
        $0.violation = violation.proto
      }
    }
    metrics.countCommand("\(result.outcome)")
    return result
  }
}
