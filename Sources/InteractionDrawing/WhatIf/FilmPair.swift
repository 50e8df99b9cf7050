import Foundation
import InteractionCore
import InteractionMarkup

/// Two films of one recording side by side, with one play button and one slider.
struct FilmPair {
  var old: Film
  var new: Film
  var title: String
  /// The session time of the first difference.
  var mark: Instant

  /// The films in frames of their own, since the names within two films are the same.
  var html: String {
    let (old, new) = Film.synchronized(self.old, self.new)
    let frames = [("recorded", old), ("new", new)].map { name, film in
      Markup.element(
        "figure",
        Markup.element("figcaption", name)
          + Markup.element(
            "iframe",
            [
              "title": .text(name), "loading": "lazy",
              "srcdoc": .text(
                "<style>body{margin:0;overflow:hidden}svg{width:100%;height:auto}</style>"
                  + film.svg),
            ], ""))
    }
    let length = old.length
    let controls =
      Markup.element("button", ["type": "button"], "Pause")
      + Markup.element(
        "input",
        [
          "type": "range", "min": "0", "max": .text(Markup.number(length, parts: 1_000)),
          "step": "0.01", "value": "0", "aria-label": "Time in the films",
        ])
      + Markup.element(
        "button",
        [
          "type": "button",
          "data-mark": .text(Markup.number(old.time(of: self.mark), parts: 1_000)),
        ],
        "First difference")
    return Markup.element(
      "section", ["class": "films"],
      Markup.element("h3", Markup.escaped(self.title))
        + Markup.element("div", ["class": "pair"], frames.joined())
        + Markup.element("p", controls))
  }

  static let style = Markup.element(
    "style",
    """
    .films{margin:24px 0}.films h3{font-size:14px}.pair{display:grid;gap:12px;
    grid-template-columns:repeat(auto-fit,minmax(280px,1fr))}.films iframe{width:100%;
    aspect-ratio:680/660;border:0}.films p{display:flex;gap:12px}.films input{flex:1}
    """)

  /// Plays both films of a pair by one clock.
  static let script = Markup.element(
    "script",
    """
    for (const films of document.querySelectorAll('.films')) {
      const frames = films.querySelectorAll('iframe');
      const [play, jump] = films.querySelectorAll('button');
      const slider = films.querySelector('input');
      const animations = () => [...frames].flatMap((frame) =>
        frame.contentDocument ? frame.contentDocument.getAnimations() : []);
      let isPlaying = true;
      let last = performance.now();
      const show = (seconds) => {
        slider.value = seconds;
        for (const animation of animations()) {
          animation.pause();
          animation.currentTime = seconds * 1000;
        }
      };
      const pause = (paused) => {
        isPlaying = !paused;
        play.textContent = paused ? 'Play' : 'Pause';
      };
      play.onclick = () => pause(isPlaying);
      slider.oninput = () => { pause(true); show(Number(slider.value)); };
      jump.onclick = () => { pause(true); show(Math.max(Number(jump.dataset.mark), 0)); };
      const step = (now) => {
        if (isPlaying) {
          show((Number(slider.value) + (now - last) / 1000) % Number(slider.max));
        }
        last = now;
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    }
    """)
}
