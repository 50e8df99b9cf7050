import InteractionCore
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Requests of a later contract")
struct LaterRequestTests {
  /// Field 99, an empty message.
  private static let later: [UInt8] = [0x9A, 0x06, 0x00]

  @Test("a frame of an unknown kind is read as one; an empty frame is malformed")
  func frame() throws {
    let frame = try RequestFrame(Proto.Request(serializedBytes: Self.later))
    guard case .unknown(let violation) = frame else {
      Issue.record("\(frame) was read")
      return
    }
    #expect(violation.field == "frame" && violation.kind == .unknown)
    #expect(throws: Violation.self) { try RequestFrame(Proto.Request()) }
  }

  @Test("a known frame with a field of a later contract is what it was")
  func extended() throws {
    let ack: [UInt8] = try Proto.Request(acknowledging: 7).serializedBytes() + Self.later
    #expect(try RequestFrame(Proto.Request(serializedBytes: ack)) == .ack(directive: 7))
  }

  @Test("a badge is not set to content of an unknown kind; to none, it is a dot")
  func badge() throws {
    let content = try Interaction_V1_BadgeContent(serializedBytes: Self.later)
    let event = Proto.Event.with {
      $0.badge.tab = 0
      $0.badge.set = content
    }
    do throws(Violation) {
      let read = try InteractionEvent(event, sequence: 1)
      Issue.record("\(read) was read")
    } catch {
      #expect(error.field == "badge.set.content" && error.kind == .unknown)
    }
    let none = Proto.Event.with {
      $0.badge.tab = 0
      $0.badge.set = .init()
    }
    let dot = try InteractionEvent(none, sequence: 1)
    #expect(dot.kind == .badge(tab: 0, operation: .set(.dot)))
  }

  @Test("of what the client still shows, what is unknown is left out, and a page fades")
  func current() throws {
    let content = try Interaction_V1_BadgeContent(serializedBytes: Self.later)
    let styles: [Interaction_V1_NavigationStyle] = [.UNRECOGNIZED(77), .unspecified, .flip]
    let current = try RestoredState(
      .with {
        $0.selectedTab = 2
        $0.badges = [
          .with { ($0.tab, $0.content) = (1, content) },
          .with { ($0.tab, $0.content.text) = (2, "hot") }, .with { $0.tab = 3 },
        ]
        $0.pages = styles.map { style in .with { $0.style = style } }
      })
    #expect(current.selectedTab == 2)
    #expect(current.badges.map(\.tab) == [2, 3])
    #expect(current.badges.map(\.content) == [.text("hot"), .dot])
    #expect(current.pages.map(\.style) == [.fade, .window, .flip])
  }
}
