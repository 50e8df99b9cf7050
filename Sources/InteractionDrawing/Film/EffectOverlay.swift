import InteractionCore
import InteractionMarkup

/// A temporary overlay of the app that an effect requests: a menu, a toast, a question.
struct EffectOverlay {
  var time: Instant
  var lines: [String]

  static func all(of directive: Directive) -> [EffectOverlay] {
    directive.effects.compactMap { effect in
      Self.lines(effect, with: directive.settings).map {
        EffectOverlay(time: directive.at, lines: $0)
      }
    }
  }

  private static func lines(_ effect: Effect, with settings: [Setting]) -> [String]? {
    switch effect {
    case .presentMenu:
      for setting in settings {
        if case .press(let press) = setting.state { return press.menu.map(\.text) }
      }
      return nil
    case .requestLogin: return ["please sign in"]
    case .askSelection: return ["may this tab be selected?"]
    case .refresh: return ["refreshing …"]
    case .tabAction(let action): return [action.value]
    case .haptic, .sound, .scrollList, .scrollCarousel, .animationFile, .refusal, .announce:
      return nil
    }
  }

  /// Returns the note, in the lower half of the screen.
  func markup(in room: Rect) -> String {
    let (row, width) = (30.0, 190.0)
    let box = Rect(
      x: room.center.x - width / 2, y: room.y + room.height * 0.72 - row * Double(self.lines.count),
      width: width, height: row * Double(self.lines.count) + 12)
    return Markup.rect(box, fill: "#20242bee", radius: 12)
      + self.lines.enumerated().map { index, line in
        Markup.text(
          TextMetrics.fitted(line, into: width - 20, size: 14), x: box.center.x,
          y: box.y + 6 + row * (Double(index) + 0.5), size: 14, fill: "#ffffff")
      }.joined()
  }
}

extension Film {
  /// The time for which a note is visible, s.
  static let noteTime = 0.9

  func addNotes(to tree: inout FilmTree) {
    for (index, note) in self.notes.enumerated() {
      let time = self.time(of: note.time)
      let next = self.notes.indices.contains(index + 1) ? self.notes[index + 1].time : nil
      let end = min(time + Self.noteTime, next.map { self.time(of: $0) } ?? .infinity)
      var opacity = FilmTrack([0])
      opacity.add([1], at: time + 0.1, since: time)
      opacity.add([0], at: max(end, time + 0.2), since: max(end - 0.1, time + 0.15))
      tree.add(
        note.markup(in: ShotBuilder.phoneArea), transform: FilmTrack([0, 0, 0, 1, 1]),
        opacity: opacity,
        to: nil)
    }
  }
}
