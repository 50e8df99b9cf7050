import InteractionCore
import SwiftProtobuf

extension TransitionState {
  init(_ proto: Interaction_V1_TransitionState) throws(Violation) {
    let phase: Phase =
      switch proto.phase {
      case .running: .running
      case .interactive:
        .interactive(
          links: try [ScrollLink](proto.links), hold: TimeSpan(microseconds: proto.holdUs))
      default:
        .idle(try TransitionOutcome(optional: proto.outcome, "transition.outcome"))
      }
    self.init(
      number: proto.number, phase: phase, from: Int(proto.from), to: Int(proto.to),
      reset: proto.reset.map(Int.init))
  }

  var proto: Interaction_V1_TransitionState {
    .with {
      $0.number = self.number
      $0.from = Int32(clamping: self.from)
      $0.to = Int32(clamping: self.to)
      $0.reset = self.reset.map { Int32(clamping: $0) }
      switch self.phase {
      case .idle(let outcome):
        $0.phase = .idle
        if let outcome { $0.outcome = outcome.proto }
      case .running:
        $0.phase = .running
      case .interactive(let links, let hold):
        $0.phase = .interactive
        $0.links = links.map(\.proto)
        $0.holdUs = hold.microseconds
      }
    }
  }
}

extension NavigationState {
  init(_ proto: Interaction_V1_NavigationState) throws(Violation) {
    let phase: Phase =
      switch proto.phase {
      case .running: .running
      case .interactive:
        .interactive(
          links: try [ScrollLink](proto.links), hold: TimeSpan(microseconds: proto.holdUs))
      default:
        .idle(try TransitionOutcome(optional: proto.outcome, "navigation.outcome"))
      }
    var pages: [Page] = []
    for (index, page) in proto.pages.enumerated() {
      pages.append(try Page(page, "navigation.pages[\(index)]"))
    }
    self.init(
      number: proto.number, phase: phase, pages: pages, hidesBar: proto.hidesBar,
      captures: proto.captures.map(Capture.init),
      staging: try proto.staging.map { staging throws(Violation) in try Staging(staging) })
  }

  var proto: Interaction_V1_NavigationState {
    .with {
      $0.number = self.number
      $0.pages = self.pages.map(\.proto)
      $0.hidesBar = self.hidesBar
      $0.captures = self.captures.map(\.proto)
      $0.staging = self.staging.map(\.proto)
      switch self.phase {
      case .idle(let outcome):
        $0.phase = .idle
        if let outcome { $0.outcome = outcome.proto }
      case .running:
        $0.phase = .running
      case .interactive(let links, let hold):
        $0.phase = .interactive
        $0.links = links.map(\.proto)
        $0.holdUs = hold.microseconds
      }
    }
  }
}

extension FloorState {
  init(_ proto: Interaction_V1_FloorState) throws(Violation) {
    self.init(
      phase: try FloorState.Phase(proto.phase, "floor.phase"),
      isBehindList: proto.behindList, isPlaying: proto.playing, showsTip: proto.showsTip,
      hidesViews: proto.hidesViews,
      hold: proto.holdUs > 0 ? TimeSpan(microseconds: proto.holdUs) : nil)
  }

  var proto: Interaction_V1_FloorState {
    .with {
      $0.phase = self.phase.proto
      $0.behindList = self.isBehindList
      $0.playing = self.isPlaying
      $0.showsTip = self.showsTip
      $0.hidesViews = self.hidesViews
      $0.holdUs = self.hold?.microseconds ?? 0
    }
  }
}

extension FloorLayout {
  init(_ proto: Interaction_V1_FloorLayout) throws(Violation) {
    self.init(
      assetURL: proto.assetURL,
      assetKind: try Asset.Kind(optional: proto.assetKind, "floor_layout.asset_kind"),
      assetSize: Size(width: proto.assetWidth, height: proto.assetHeight),
      isReady: proto.ready, image: Rect(proto.image), maskStart: proto.maskStart,
      maskEnd: proto.maskEnd, tip: Rect(proto.tip), tipText: proto.tipText,
      tipColor: proto.tipColor, tipFontSize: proto.tipFontSize,
      backgroundColor: proto.backgroundColor)
  }

  var proto: Interaction_V1_FloorLayout {
    .with {
      $0.assetURL = self.assetURL
      $0.assetKind = self.assetKind?.proto ?? .unspecified
      $0.assetWidth = self.assetSize.width
      $0.assetHeight = self.assetSize.height
      $0.ready = self.isReady
      $0.image = self.image.proto
      $0.maskStart = self.maskStart
      $0.maskEnd = self.maskEnd
      $0.tip = self.tip.proto
      $0.tipText = self.tipText
      $0.tipColor = self.tipColor
      $0.tipFontSize = self.tipFontSize
      $0.backgroundColor = self.backgroundColor
    }
  }
}

extension [ScrollLink] {
  init(_ protos: [Interaction_V1_ScrollLink]) throws(Violation) {
    self = []
    for proto in protos { self.append(try ScrollLink(proto)) }
  }
}
