package import InteractionCore
import SwiftProtobuf

extension Effect {
  /// Nil for an effect that this build does not know.
  package init?(_ proto: Interaction_V1_Effect) {
    switch proto.kind {
    case .haptic(let play):
      guard let haptic = Haptic(known: play.haptic) else { return nil }
      self = .haptic(haptic)
    case .sound(let sound):
      self = .sound(sound.name)
    case .scrollList(let scroll):
      self = .scrollList(SourceID(scroll.source), y: scroll.y, animated: scroll.animated)
    case .scrollCarousel(let scroll):
      self = .scrollCarousel(
        SourceID(scroll.source), item: Int(scroll.item), x: scroll.x, animated: scroll.animated)
    case .refresh(let refresh):
      self = .refresh(SourceID(refresh.source))
    case .presentMenu(let menu):
      self = .presentMenu(tab: Int(menu.tab))
    case .requestLogin(let request):
      self = .requestLogin(tab: Int(request.tab))
    case .askSelection(let ask):
      self = .askSelection(tab: Int(ask.tab))
    case .media(let media):
      guard let operation = Media.Operation(known: media.operation) else { return nil }
      self = .media(
        Media(
          target: Target(media.target), name: media.name, operation: operation,
          start: media.start, end: media.end))
    case .perform(let perform):
      guard let kind = ItemAction.Kind(known: perform.kind) else { return nil }
      self = .perform(ItemAction(kind: kind, value: perform.value), tab: Int(perform.tab))
    case .refusal(let refusal):
      guard let refusal = Refusal(refusal) else { return nil }
      self = .refusal(refusal)
    case .none:
      return nil
    }
  }

  package var proto: Interaction_V1_Effect {
    .with {
      switch self {
      case .haptic(let haptic):
        $0.haptic.haptic = haptic.proto
      case .sound(let name):
        $0.sound.name = name
      case .scrollList(let source, let y, let animated):
        $0.scrollList = .with {
          $0.source = source.name
          $0.y = y
          $0.animated = animated
        }
      case .scrollCarousel(let source, let item, let x, let animated):
        $0.scrollCarousel = .with {
          $0.source = source.name
          $0.item = Int32(clamping: item)
          $0.x = x
          $0.animated = animated
        }
      case .refresh(let source):
        $0.refresh.source = source.name
      case .presentMenu(let tab):
        $0.presentMenu = .with { $0.tab = Int32(clamping: tab) }
      case .requestLogin(let tab):
        $0.requestLogin = .with { $0.tab = Int32(clamping: tab) }
      case .askSelection(let tab):
        $0.askSelection = .with { $0.tab = Int32(clamping: tab) }
      case .media(let media):
        $0.media = media.proto
      case .perform(let action, let tab):
        $0.perform = .with {
          $0.tab = Int32(clamping: tab)
          $0.kind = action.kind.proto
          $0.value = action.value
        }
      case .refusal(let refusal):
        $0.refusal = refusal.proto
      }
    }
  }
}

extension Media {
  fileprivate var proto: Interaction_V1_Media {
    .with {
      $0.target = self.target.path
      $0.name = self.name
      $0.operation = self.operation.proto
      $0.start = self.start
      $0.end = self.end
    }
  }
}

extension Refusal {
  /// Nil where this build does not know what was refused. A reason that it does not know counts as
  /// ``Reason/busy``: nothing has changed, and later it may.
  fileprivate init?(_ proto: Interaction_V1_Refusal) {
    let request: Request
    switch proto.request {
    case .selectTab(let index):
      request = .selectTab(index: Int(index))
    case .floor(let command):
      guard let command = FloorCommand(known: command) else { return nil }
      request = .floor(command)
    case .navigate(let operation):
      guard let operation = NavigationRequest.Operation(known: operation) else { return nil }
      request = .navigate(operation)
    case .none:
      return nil
    }
    self.init(request: request, reason: Reason(known: proto.reason) ?? .busy)
  }

  fileprivate var proto: Interaction_V1_Refusal {
    .with {
      switch self.request {
      case .selectTab(let index): $0.selectTab = Int32(clamping: index)
      case .floor(let command): $0.floor = command.proto
      case .navigate(let operation): $0.navigate = operation.proto
      }
      $0.reason = self.reason.proto
    }
  }
}
