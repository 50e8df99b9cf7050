import Foundation
import GRPCCore
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("A field that is missing never acts", .timeLimit(.minutes(2)))
struct PresenceTests {
  private typealias Fields = [Google_Protobuf_FieldDescriptorProto]

  /// An event of each kind with its required fields only.
  private static let complete: [String: [String: String]] = [
    "scroll": ["source": #""home""#, "drag": "1", "phase": "3", "y": "0"],
    "scroll_samples": [
      "source": #""home""#, "drag": "1", "phase": "2", "delta_us": "[0]", "y": "[0]",
    ],
    "pointer": ["pointer": "0", "phase": "1", "x": "0", "y": "0"],
    "tap": ["tab": "0"],
    "select_tab": ["tab": "0"],
    "order_toggle": ["toggle": #""rocket""#, "look": "1"],
    "tick": [:],
    "animation_ended": ["directive": "1", "outcome": "1"],
    "asset": ["kind": "1", "width": "0", "height": "0"],
    "floor": ["command": "1"],
    "surface": ["width": "375", "height": "812"],
    "lifecycle": ["state": "1"],
    "held_drags": [:],
    "account": ["change": "1"],
    "menu": ["chosen": "0"],
    "badge": ["tab": "3", "clear": "{}"],
    "navigate": ["operation": "2"],
    "page_drag": ["subject": "1", "phase": "3", "translation": "0", "velocity": "0"],
    "swiping": ["on": "false"],
    "refresh_done": [:],
    "hold_expired": ["target": "1"],
    "content_size": ["source": #""home""#, "width": "0", "height": "0"],
    "asset_looped": [:],
    "selection_verdict": ["tab": "0", "allowed": "false"],
    "press_tab": ["tab": "0"],
    "list_shown": ["source": #""feed""#, "list": #""nearby""#],
    "item": ["tab": "0", "title": #""New""#],
    "bar": ["hidden": "true"],
    "move": ["experience_digest": #""one""#, "definition": #""CgFhGgYKBGhvbWUiAjoA""#],
  ]

  /// Optional fields, and the effect of their absence.
  private static let optional = [
    "scroll.x": "most lists do not move sideways",
    "scroll.velocity": "estimated (S7)",
    "scroll_samples.x": "all 0",
    "pointer.target": "no view that the engine knows",
    "tick.by_server": "the client's own",
    "asset.slot": "no place: ignored",
    "asset_looped.slot": "no place: ignored",
    "surface.insets": "none",
    "surface.scale": "1",
    "surface.direction": "left to right",
    "surface.reduced_motion": "not reduced",
    "surface.locale": "none",
    "surface.text_scale": "1",
    "surface.color_scheme": "light",
    "surface.increased_contrast": "not increased",
    "held_drags.drags": "none is down",
    "held_drags.pointers": "none is down",
    "navigate.route": "a page without a name, as the client knows it",
    "navigate.style": "the experience's",
    "navigate.key_frame": "a strip across the middle",
    "navigate.keeps_bar": "hides the bar, as before",
    "page_drag.route": "presents no page",
    "item.image": "as in the experience",
    "item.selected_image": "as in the experience",
    "item.enabled": "as in the experience",
    "item.hidden": "as in the experience",
    "item.reset": "takes nothing back",
  ]

  /// Numbers and Booleans of other requests whose default is valid.
  private static let defaults: Set = [
    "BadgeCount.count", "BadgeMove.dx", "BadgeMove.dy", "CurrentBadge.hidden",
    "Capabilities.resumes", "CurrentState.bar_hidden", "ItemChange.reset",
    "NavigateEvent.keeps_bar",
    "NavigationPage.keeps_bar", "SourceOffset.unseen", "Capabilities.samples_springs",
    "Capabilities.skips_samples",
    "CurrentState.floor_off", "CurrentState.floor_open", "CurrentState.signed_in", "Insets.bottom",
    "Insets.left",
    "Insets.right",
    "Insets.top", "Open.epoch", "Open.time_us", "Open.wants_local_experience", "NavigationPage.dx",
    "NavigationPage.dy",
    "NavigationPage.mask", "NavigationPage.presented", "Rect.height", "Rect.width", "Rect.x",
    "Rect.y",
    "SendEventsRequest.end", "SimulateRequest.explain", "SimulateRequest.samples_springs",
    "SimulateRequest.time_us", "InteractionEvent.time_us",
    "Heartbeat.time_us", "Ack.directive", "Resume.directive", "Surface.scale",
    "Surface.text_scale", "Surface.reduced_motion", "Surface.increased_contrast", "ScrollEvent.x",
    "TickEvent.by_server", "ScrollSamples.drag",
    // Zero is rejected.
    "Open.level", "SimulateRequest.level", "EventBatch.first_sequence", "Resume.first_event",
    "Surface.width",
    "Surface.height", "ScrollEvent.drag", "AnimationEndedEvent.directive", "HeldDrag.drag",
  ]

  /// The contract's messages by fully qualified name, with a leading period.
  private let messages: [String: Google_Protobuf_DescriptorProto]
  private let services: [Google_Protobuf_ServiceDescriptorProto]

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/InteractionService/Resources/descriptors.binpb")
    let set = try Google_Protobuf_FileDescriptorSet(serializedBytes: Data(contentsOf: file))
    var messages: [String: Google_Protobuf_DescriptorProto] = [:]
    for file in set.file {
      for message in file.messageType { messages[".\(file.package).\(message.name)"] = message }
    }
    self.messages = messages
    self.services = set.file.filter { $0.package == "interaction.v1" }.flatMap(\.service)
  }

  /// Returns the kinds of events, and the fields of their messages.
  private func kinds() throws -> [(name: String, fields: Fields)] {
    let event = try #require(self.messages[".interaction.v1.InteractionEvent"])
    return try event.field.filter { $0.hasOneofIndex && !$0.proto3Optional }.map {
      ($0.name, try #require(self.messages[$0.typeName]).field)
    }
  }

  private func end(
    of kind: String, _ fields: [String: String], _ running: RunningEngine
  ) async -> CallCompletion {
    let experience =
      switch kind {
      case "badge": "extended-tabs"
      case "list_shown": "reader"
      default: "home-refined"
      }
    let members = fields.map { #""\#($0)": \#($1)"# }.joined(separator: ", ")
    return await CallCompletion.of {
      let _: Interaction_V1_SimulateResponse = try await running.call(
        "InteractionService/Simulate",
        Interaction_V1_SimulateRequest.with {
          ($0.experienceName, $0.level) = (experience, 1)
          $0.events = [WireEvent(kind, "{\(members)}")]
        })
    }
  }

  @Test("an event without each of the fields that it must have, and none else, is refused by name")
  func events() async throws {
    try await RunningEngine.with { running in
      for (kind, fields) in try self.kinds() {
        let complete = try #require(Self.complete[kind], "\(kind)")
        let choices = Set(
          fields.filter { $0.hasOneofIndex && !$0.proto3Optional }.map(\.name))
        let optional = Self.optional.keys.filter { $0.hasPrefix("\(kind).") }
          .map { String($0.dropFirst(kind.count + 1)) }
        #expect(
          Set(fields.map(\.name)).subtracting(choices)
            == Set(complete.keys).subtracting(choices).union(optional), "\(kind)")
        #expect(await self.end(of: kind, complete, running) == .well, "\(kind)")
        for field in complete.keys {
          let others = complete.filter { $0.key != field }
          let end = await self.end(of: kind, others, running)
          #expect(end.code == .invalidArgument, "\(kind) without \(field)")
          // The error names a packed sample as the scroll event that it represents.
          #expect(choices.contains(field) || end.message.contains(field), "\(kind): \(end.message)")
        }
      }
    }
  }

  @Test(
    "numbers and truth values of requests are optional, or are known to do no harm where missing")
  func requests() throws {
    var seen: Set<String> = []
    var open = self.services.flatMap(\.method).map(\.inputType)
    while let name = open.popLast() {
      guard !name.hasSuffix(".ExperienceDefinition"), seen.insert(name).inserted else { continue }
      open += self.messages[name]?.field.filter { $0.type == .message }.map(\.typeName) ?? []
    }
    let bare = seen.filter { $0.hasPrefix(".interaction.") }.flatMap { name in
      let message = self.messages[name] ?? .init()
      return message.field.filter {
        $0.label != .repeated && !$0.hasOneofIndex
          && ![.message, .string, .bytes, .enum].contains($0.type)
      }.map { "\(message.name).\($0.name)" }
    }
    #expect(Set(bare) == Self.defaults)
  }
}
