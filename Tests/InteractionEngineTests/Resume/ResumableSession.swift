import InteractionWire
import SwiftProtobuf
import Testing

/// A session across several connections. Its client keeps the data for resuming it, and detects
/// lost and duplicated directives.
final class ResumableSession {
  typealias Change = (inout Interaction_V1_Open) -> Void

  let id: String
  var events: [WireEvent]
  private let change: Change
  private(set) var conversation: TestStream
  var checkpoint = Interaction_V1_Checkpoint()
  /// The received directives, in order.
  var directives: [WireDirective] = []
  /// The last received or superseded directive.
  var applied: UInt64 = 0
  var epoch: UInt64 = 0

  /// - Parameter change: A change of every opening.
  init(
    _ id: String, _ events: [WireEvent] = [], on conversation: TestStream,
    _ change: @escaping Change = { _ in }
  ) {
    (self.id, self.events, self.conversation, self.change) = (id, events, conversation, change)
  }

  /// Opens a session.
  static func opened(
    _ id: String, _ events: [WireEvent] = [], on conversation: TestStream,
    _ change: @escaping Change = { _ in }
  ) async throws -> ResumableSession {
    let survivor = ResumableSession(id, events, on: conversation, change)
    try await survivor.open(on: conversation)
    return survivor
  }

  /// Returns a client with the same data.
  func copy() -> ResumableSession {
    let twin = ResumableSession(self.id, self.events, on: self.conversation, self.change)
    (twin.checkpoint, twin.directives) = (self.checkpoint, self.directives)
    (twin.applied, twin.epoch) = (self.applied, self.epoch)
    return twin
  }

  /// Opens the session on a new connection.
  @discardableResult
  func open(
    on conversation: TestStream, _ change: Change = { _ in }
  ) async throws -> Interaction_V1_Opened {
    self.begin(on: conversation)
    let frame = try await conversation.open {
      self.describe(&$0)
      change(&$0)
    }
    self.note(frame)
    return frame.opened
  }

  /// Resumes from the newest checkpoint, which must succeed.
  @discardableResult
  func resume(on conversation: TestStream) async throws -> Interaction_V1_Opened {
    let event = self.checkpoint.event
    let opened = try await self.tryToResume(on: conversation)
    self.expectResumed(opened, after: event)
    return opened
  }

  @discardableResult
  func tryToResume(
    on conversation: TestStream, _ change: Change = { _ in }
  ) async throws -> Interaction_V1_Opened {
    try await self.open(on: conversation) {
      $0.resume = self.resumption
      change(&$0)
    }
  }

  /// Sends the opening of a resume, without reading the answer.
  func startToResume(on stream: TestStream) {
    self.begin(on: stream)
    let request = WireRequest.open {
      self.describe(&$0)
      $0.resume = self.resumption
    }
    stream.send(bytes: request.bytes)
  }

  /// Reads the answer, which must be valid unless the stream has ended.
  func finishToResume() async throws {
    let event = self.checkpoint.event
    let frame = try await self.conversation.receive()
    self.note(frame)
    self.expectResumed(frame.opened, after: event)
  }

  var resumption: Interaction_V1_Resume {
    .with {
      ($0.token, $0.directive) = (self.checkpoint.token, self.applied)
      $0.firstEvent = self.checkpoint.event + 1
    }
  }

  private func begin(on conversation: TestStream) {
    self.conversation = conversation
    self.epoch += 1
  }

  private func describe(_ open: inout Interaction_V1_Open) {
    (open.sessionID, open.epoch, open.capabilities.resumes) = (self.id, self.epoch, true)
    self.change(&open)
  }

  private func expectResumed(_ opened: Interaction_V1_Opened, after event: UInt64) {
    #expect(opened.outcome == .resumed && opened.restartReason == .unspecified)
    #expect(opened.appliedEvent == event && self.checkpoint.event == event)
    #expect(!opened.hasSnapshot)
  }
}
