import InteractionCore
import SwiftProtobuf

extension TransitionState {
  init(_ proto: Interaction_V1_TransitionState) {
    let phase: Phase =
      switch proto.phase {
      case .running: .running
      case .interactive:
        .interactive(
          links: proto.links.compactMap { ScrollLink(known: $0) },
          hold: TimeSpan(microseconds: proto.holdUs))
      default:
        .idle(TransitionOutcome(known: proto.outcome))
      }
    self.init(
      number: proto.number, phase: phase, from: Int(proto.leaving), to: Int(proto.coming),
      reset: proto.reset.map(Int.init))
  }

  var proto: Interaction_V1_TransitionState {
    .with {
      $0.number = self.number
      $0.leaving = Int32(clamping: self.from)
      $0.coming = Int32(clamping: self.to)
      $0.reset = self.reset.map { Int32(clamping: $0) }
      switch self.phase {
      case .idle(let outcome):
        $0.phase = .idle
        if let outcome { $0.outcome = outcome.proto }
      case .running:
        $0.phase = .running
      case .interactive(let links, let hold):
        $0.phase = .interactive
        $0.links = links.map { $0.proto }
        $0.holdUs = hold.microseconds
      }
    }
  }
}

extension NavigationState {
  init(_ proto: Interaction_V1_NavigationState) {
    let phase: Phase =
      switch proto.phase {
      case .running: .running
      case .interactive:
        .interactive(
          links: proto.links.compactMap { ScrollLink(known: $0) },
          hold: TimeSpan(microseconds: proto.holdUs))
      default:
        .idle(TransitionOutcome(known: proto.outcome))
      }
    self.init(
      number: proto.number, phase: phase, pages: proto.pages.map { Page($0, substitute: .system) },
      hidesBar: proto.hidesBar, captures: proto.captures.map(Capture.init),
      staging: proto.staging.map(Staging.init),
      change: proto.hasChange ? Change(proto.change) : nil, backLabel: proto.backLabel,
      tabPages: proto.tabPages.map { TabPages($0, substitute: .system) })
  }

  var proto: Interaction_V1_NavigationState {
    .with {
      $0.number = self.number
      $0.pages = self.pages.map { $0.proto }
      $0.hidesBar = self.hidesBar
      $0.captures = self.captures.map { $0.proto }
      $0.staging = self.staging.map { $0.proto }
      if let change = self.change { $0.change = change.proto }
      $0.backLabel = self.backLabel
      $0.tabPages = self.tabPages.map { $0.proto }
      switch self.phase {
      case .idle(let outcome):
        $0.phase = .idle
        if let outcome { $0.outcome = outcome.proto }
      case .running:
        $0.phase = .running
      case .interactive(let links, let hold):
        $0.phase = .interactive
        $0.links = links.map { $0.proto }
        $0.holdUs = hold.microseconds
      }
    }
  }
}

extension NavigationState.Change {
  /// Converts a change of pages; nil for an unknown operation. An unknown style becomes the
  /// platform's.
  init?(_ proto: Interaction_V1_NavigationChange) {
    guard let operation = NavigationRequest.Operation(known: proto.operation) else { return nil }
    self.init(
      operation: operation, route: proto.route,
      style: NavigationStyle(known: proto.style) ?? .system)
  }

  var proto: Interaction_V1_NavigationChange {
    .with {
      $0.operation = self.operation.proto
      $0.route = self.route
      $0.style = self.style.proto
    }
  }
}

extension FloorLayout {
  init(_ proto: Interaction_V1_FloorLayout) {
    self.init(
      assetURL: proto.assetURL,
      assetKind: Asset.Kind(known: proto.assetKind),
      assetSize: Size(width: proto.assetWidth, height: proto.assetHeight),
      prefetch: Prefetch(known: proto.prefetch) ?? .eager,
      isReady: proto.ready, image: Rect(proto.image), maskStart: proto.maskStart,
      maskEnd: proto.maskEnd, tip: Rect(proto.tip), tipText: proto.tipText,
      tipColor: proto.tipColor, tipFontSize: proto.tipFontSize,
      backgroundColor: proto.backgroundColor, label: proto.label, openLabel: proto.openLabel,
      closeLabel: proto.closeLabel)
  }

  var proto: Interaction_V1_FloorLayout {
    .with {
      $0.assetURL = self.assetURL
      $0.assetKind = self.assetKind?.proto ?? .unspecified
      $0.assetWidth = self.assetSize.width
      $0.assetHeight = self.assetSize.height
      $0.prefetch = self.prefetch.proto
      $0.ready = self.isReady
      $0.image = self.image.proto
      $0.maskStart = self.maskStart
      $0.maskEnd = self.maskEnd
      $0.tip = self.tip.proto
      $0.tipText = self.tipText
      $0.tipColor = self.tipColor
      $0.tipFontSize = self.tipFontSize
      $0.backgroundColor = self.backgroundColor
      $0.label = self.label
      $0.openLabel = self.openLabel
      $0.closeLabel = self.closeLabel
    }
  }
}
