import Foundation
import InteractionCore
import InteractionReplay

/// A caption: an event or a directive in a few words.
struct FilmCaption {
  /// The side that a caption is about.
  enum CaptionSource {
    /// The user, the app or a backend.
    case client
    /// The engine.
    case engine
  }

  var speaker: CaptionSource
  var words: String
  var time: Instant

  /// Creates the caption of an event; nil for frequent events, and for consequences of earlier
  /// ones.
  init?(_ event: InteractionEvent) {
    self.speaker = .client
    self.time = event.time
    switch event.kind {
    case .scroll(let scroll):
      let place = "\(TextMetrics.number(scroll.y)) pt"
      switch scroll.phase {
      case .began: self.words = "a finger drags \(scroll.source)"
      case .ended: self.words = "it lets go at \(place)"
      case .cancelled: self.words = "the drag is cancelled"
      case .settled, .programmaticEnded: self.words = "\(scroll.source) rests at \(place)"
      case .programmaticBegan: self.words = "\(scroll.source) scrolls"
      case .moved, .decelerating, .programmaticMoved: return nil
      }
    case .pointer(let pointer):
      switch pointer.phase {
      case .down: self.words = "a finger touches \(pointer.target.path)"
      case .up: self.words = "it lifts"
      case .cancelled: self.words = "the touch is cancelled"
      case .moved: return nil
      }
    case .tick, .serverTick, .animationEnded, .heldDrags, .contentSize: return nil
    default: self.words = TimelineText.words(event.kind)
    }
  }

  /// Creates the caption of a directive, without its curves and generations.
  init(_ directive: Directive) {
    self.speaker = .engine
    self.time = directive.at
    var words = TimelineText.words(directive)
    if let curves = words.range(of: " (") { words = String(words[..<curves.lowerBound]) }
    words = words.replacing(#/ \[\d+\]/#, with: "").replacing(
      "nothing for good", with: "for a moment")
    for verb in ["set ", "animate "] where words.hasPrefix(verb) && !words.hasPrefix("animate for")
    {
      words = String(words.dropFirst(verb.count))
    }
    self.words = words.replacing(" over ", with: ", ").replacing(" = ", with: ": ")
  }
}
