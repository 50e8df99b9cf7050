public import InteractionCore
import InteractionPresentation
import InteractionReplay
public import InteractionTrace

/// A film of a recording: the phone as the user sees it, drawn from scenes.
public struct Film {
  let trace: Trace
  let shots: [Shot]
  let contacts: [TouchTrack]
  let captions: [FilmCaption]
  private(set) var time: FilmTime
  let title: String
  let library: DrawingDefinitions
  let notes: [EffectOverlay]

  /// Creates the film of `trace`, with the directives of `experience`.
  public init(_ trace: Trace, by experience: Experience) {
    let player = ScenePlayer(trace, by: experience, frame: TimeSpan(microseconds: 16_667))
    let start = trace.header.start
    self.trace = player.trace
    self.title = experience.name
    var props = SceneDrawing(experience: experience)
    let session = Session(experience: experience, surface: trace.header.surface)
    for source in experience.sources {
      props.lines[source.id] = session.triggerLines(for: source.id).offsets
    }
    props.extents = trace.extents
    var stage = ShotBuilder(experience, in: trace.header.surface, props: props)
    var shots: [Shot] = []
    var captions: [FilmCaption] = []
    var notes: [EffectOverlay] = []
    var items: [(time: Instant, frames: [Rect])] = []
    player.play(rest: .seconds(1)) { cue, _, scene, now in
      if case .event(let event) = cue, case .surface(let surface) = event.kind {
        stage.surface = surface
      }
      // Of several scenes at one time only the last is kept.
      if shots.last?.time == now { shots.removeLast() }
      shots.append(stage.shot(of: scene, at: now))
      let frames = scene.elements.filter { $0.target.tabIndex != nil }.compactMap(\.frame)
      if items.last?.frames != frames { items.append((now, frames)) }
    }
    for step in player.trace.steps {
      captions += [FilmCaption(step.event)].compactMap(\.self)
      captions += step.directives.map { FilmCaption($0) }
      notes += step.directives.flatMap { EffectOverlay.all(of: $0) }
    }
    self.library = stage.library
    self.notes = notes
    self.shots = shots
    self.captions = captions
    self.contacts = TouchTrack.all(in: trace) { tab, time in
      let frames = items.last { $0.time <= time }?.frames ?? []
      return frames.indices.contains(tab) ? frames[tab].center : nil
    }
    self.time = FilmTime(Self.changes(shots, captions, self.contacts).sorted(), since: start)
  }

  /// Returns two films of one recording on one time axis, so that they can be shown side by side.
  package static func synchronized(_ one: Film, _ other: Film) -> (Film, Film) {
    let changes = [one, other].flatMap { Self.changes($0.shots, $0.captions, $0.contacts) }
    var (one, other) = (one, other)
    one.time = FilmTime(changes.sorted(), since: one.trace.header.start)
    other.time = one.time
    return (one, other)
  }

  /// The times of visible changes.
  private static func changes(
    _ shots: [Shot], _ captions: [FilmCaption], _ touches: [TouchTrack]
  ) -> [Instant] {
    shots.map(\.time) + captions.map(\.time) + touches.flatMap { $0.places.map(\.time) }
  }

  /// The length, s.
  package var length: Double { self.time.length }

  /// Returns the film time of a session time, s.
  package func time(of moment: Instant) -> Double {
    self.time.film((moment - self.trace.header.start).seconds)
  }
}

extension Trace {
  /// The range of each list's offset, pt.
  fileprivate var extents: [SourceID: ClosedRange<Double>] {
    var extents: [SourceID: ClosedRange<Double>] = [:]
    for event in self.events {
      guard case .scroll(let scroll) = event.kind, scroll.y.isFinite else { continue }
      let known = extents[scroll.source] ?? 0 ... 0
      extents[scroll.source] =
        min(known.lowerBound, scroll.y) ... max(known.upperBound, scroll.y)
    }
    return extents
  }
}
