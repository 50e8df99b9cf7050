import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@testable import InteractionClient
@testable import InteractionService
@testable import InteractionStream

@Suite("Reconnect: the client's side")
struct ClientStreamTests {
  private static func home() throws -> Experience {
    try #require(try BuiltInExperiences.named("home-refined"))
  }

  @Test("nothing is sent before the server has said where to go on")
  func waits() throws {
    var link = try InterruptibleLink(try Self.home())
    link.happen(.tapTab(index: 1))
    link.cut()
    link.happen(.tapTab(index: 2))
    link.beat()
    link.flush()
    #expect(link.upwards.isEmpty)
    link.settle()
    #expect(link.applied.count == 2)
    try link.checkSettled("waits")
  }

  @Test("the number of sent events is kept after the end")
  func counts() throws {
    var link = try InterruptibleLink(try Self.home())
    link.happen(.tapTab(index: 1))
    link.happen(.tapTab(index: 2))
    link.settle()
    var client = link.client
    client.discard()
    #expect(client.counts.sent == 2)
    #expect(client.nextFrame() == nil)
  }

  @Test("an older checkpoint that comes again does not replace a newer one")
  func olderCheckpoint() throws {
    var link = try InterruptibleLink(try Self.home())
    link.happen(.tapTab(index: 1))
    link.settle()
    var client = link.client
    let newest = try #require(client.checkpoint)
    var frame = ResponseFrame()
    frame.checkpoint = CheckpointMessage(
      token: [1], event: newest.event - 1, directive: newest.directive - 1,
      lifetime: newest.lifetime)
    _ = try client.receive(frame)
    #expect(client.checkpoint == newest)
    frame.checkpoint = CheckpointMessage(
      token: [2], event: newest.event, directive: newest.directive, lifetime: newest.lifetime)
    _ = try client.receive(frame)
    #expect(client.checkpoint?.token == [2])
  }

  @Test("it acknowledges before the server would wait for it", arguments: [1, 4, 40, 256])
  func acknowledges(window: Int) throws {
    var limits = StreamLimits()
    limits.unacknowledgedDirectives = window
    var link = try InterruptibleLink(try Self.home(), limits: limits)
    for index in 0 ..< 200 {
      link.happen(.selectTab(index: 1 + index % 2))
      link.settle()
      #expect(link.server.conversation?.window.waiting.isEmpty == true)
    }
    #expect(link.client.applied == 200 && !link.isOver)
    let unacknowledged = link.server.conversation?.window.unacknowledged ?? .max
    #expect(unacknowledged <= max(min(window / 2, 32), 1))
  }

  @Test("a session that begins anew does so on the surface that the client has now")
  func surface() throws {
    var link = try InterruptibleLink(try Self.home())
    #expect(link.client.surface == nil)
    var turned = Surface.phone
    turned.viewport = Size(width: 812, height: 375)
    link.happen(.surface(turned))
    link.happen(.tapTab(index: 1))
    #expect(link.client.surface == turned)
  }

  @Test("a gap before a directive is a fault, a superseded number is none")
  func gaps() throws {
    var link = try InterruptibleLink(try Self.home())
    link.happen(.tapTab(index: 1))
    link.settle()
    let directive = try #require(link.applied[1])
    func frame(_ sequence: UInt64, _ superseded: [UInt64]) -> ResponseFrame {
      var frame = ResponseFrame()
      var next = directive
      next.sequence = sequence
      frame.directives = [next]
      frame.superseded = [sequence: superseded]
      return frame
    }
    var client = link.client
    #expect(throws: Violation.self) { try client.receive(frame(3, [])) }
    #expect(throws: Violation.self) { try client.receive(frame(4, [2])) }
    #expect(try client.receive(frame(4, [2, 3])).directives.count == 1)
    #expect(try client.receive(frame(4, [])).directives.isEmpty)
  }

  @Test("numbers that no session comes to are a fault")
  func extremes() throws {
    let link = try InterruptibleLink(try Self.home())
    let changes: [(inout ResponseFrame) -> Void] = [
      { $0.ackedEvent = .max },
      { $0.directives = [Directive(sequence: .max, cause: .unknown, at: .zero)] },
      { $0.checkpoint = CheckpointMessage(token: [], event: .max, directive: 0, lifetime: .zero) },
      { $0.checkpoint = CheckpointMessage(token: [], event: 0, directive: .max, lifetime: .zero) },
    ]
    for change in changes {
      var (client, frame) = (link.client, ResponseFrame())
      change(&frame)
      #expect(throws: Violation.self) { try client.receive(frame) }
    }
  }
}
