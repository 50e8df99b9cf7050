import Foundation
import InteractionCore
import InteractionExperience
import InteractionPresentation
import InteractionReplay
import InteractionTrace
import Testing

@testable import InteractionDrawing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Films")
struct FilmTests {
  private func film(of bundled: BundledTrace) throws -> Film {
    let trace = try bundled.trace
    return Film(trace, by: try #require(try BuiltInExperiences.named(trace.header.experience)))
  }

  @Test(
    "a film and a strip are XML, without script", arguments: BundledTrace.allCases)
  func bundled(trace: BundledTrace) throws {
    let film = try self.film(of: trace)
    let (svg, strip) = (film.svg, film.strip)
    for picture in [svg, strip] {
      #expect(isXML(picture))
      #expect(!picture.contains("<script") && !picture.contains("http://www.w3.org/1999/xlink"))
    }
    #expect(svg.utf8.count < 170_000)
    #expect(svg.contains("@keyframes"))
    #expect(!strip.contains("animation"))
    #expect((3 ... Film.pictures).contains(film.keyMoments.count))
  }

  @Test("the same trace gives the same film and strip")
  func repeatable() throws {
    let (film, again) = (try self.film(of: .bigLogo), try self.film(of: .bigLogo))
    #expect(film.svg == again.svg && film.strip == again.strip)
  }

  @Test("for people who ask for less motion a film stands still, at a picture of its middle")
  func reducedMotion() throws {
    let svg = try self.film(of: .bigLogo).svg
    #expect(svg.contains("@media (prefers-reduced-motion:reduce){*{animation:none!important}}"))
    let body = try #require(svg.components(separatedBy: "</style>").last)
    #expect(body.contains("opacity=\"0\"") && body.contains("transform=\"translate("))
  }

  @Test("every element of every scene has an actor in its shot", arguments: BundledTrace.allCases)
  func complete(bundled: BundledTrace) throws {
    let trace = try bundled.trace
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    let surface = trace.header.surface
    var stage = ShotBuilder(experience, in: surface, props: SceneDrawing(experience: experience))
    let player = ScenePlayer(trace, by: experience, frame: .milliseconds(100))
    var missing: Set<String> = []
    player.play(rest: .seconds(1)) { _, _, scene, now in
      let shot = stage.shot(of: scene, at: now)
      for element in scene.elements where element.target != .window {
        let place = stage.place(of: element.target)
        if place == nil || !shot.actors.indices.contains(place ?? -1) {
          missing.insert(element.target.path)
        }
      }
      for (index, actor) in shot.actors.enumerated() {
        if let parent = actor.parent, parent >= index { missing.insert("parent of \(actor.name)") }
      }
    }
    #expect(missing.isEmpty)
  }

  @Test("names that would break a document are shown as text")
  func hostile() throws {
    var trace = try BundledTrace.windowNavigation.trace
    var experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    let name = "</text><script>&\"'\u{0}\u{FFFE}"
    experience.name = name
    experience.tabBar.items[0].title = LocalizedText(fallback: name)
    experience.tabBar.items[1].image = name
    let events = [
      InteractionEvent(
        time: Instant(microseconds: 200_000),
        kind: .navigate(NavigationRequest(.push, route: name))),
      InteractionEvent(time: Instant(microseconds: 900_000), kind: .scroll(.wild)),
    ]
    trace = Trace(header: trace.header, events: events)
    let film = Film(trace, by: experience)
    for svg in [film.svg, film.strip] {
      #expect(isXML(svg))
      #expect(!svg.contains("<script>"))
    }
  }

  @Test("an element that no version knows yet is a tile with its path")
  func unknown() throws {
    let trace = try BundledTrace.bigLogo.trace
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    var stage = ShotBuilder(
      experience, in: trace.header.surface, props: SceneDrawing(experience: experience))
    let target = ViewPath("hologram/7")
    let scene = PresentedScene(elements: [PresentedScene.Element(target, in: ViewPath("nowhere"))])
    let shot = stage.shot(of: scene, at: .zero)
    let place = try #require(stage.place(of: target))
    var writer = FilmWriter(FilmTree(still: shot.actors))
    #expect(shot.actors[place].markup.contains("hologram/7"))
    #expect(writer.body().contains("hologram/7"))
  }

  @Test("a trace without events has a film, too")
  func empty() throws {
    let trace = try BundledTrace.tour.trace
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    let film = Film(Trace(header: trace.header, steps: []), by: experience)
    #expect(isXML(film.svg) && isXML(film.strip))
  }

  @Test("a track keeps jumps and corners, and leaves out what is straight")
  func track() {
    var track = FilmTrack([0])
    for step in 1 ... 60 {
      let now = Double(step) / 60
      track.add([Double(step)], at: now, since: now - 1.0 / 60)
    }
    track.add([0], at: 2, since: 0)
    track.add([5], at: 3, since: 2, jumps: true)
    let keys = track.reduced([0.5])
    #expect(keys.map { $0.values[0] } == [0, 60, 0, 0, 5])
    #expect(abs(track.values(at: 0.5)[0] - 30) < 0.01)
    #expect(track.values(at: 2.99) == [0] && track.values(at: 3) == [5])
  }
}

/// Returns true if the text is well-formed XML.
private func isXML(_ text: String) -> Bool {
  XMLParser(data: Data(text.utf8)).parse()
}

extension Scroll {
  fileprivate static let wild = Scroll(source: SourceID("home"), drag: 1, phase: .began, y: 1e300)
}
