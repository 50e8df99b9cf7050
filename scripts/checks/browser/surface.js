// Opens a screen on an empty page, for a session that only records its events.
//
// The page has the screen as `screen_`; the list's `content`; the `first` surface; and the
// events, `sent`.
async () => {
  const { ScrollBox, Renderer, Screen, surfaceOf } = await import("/client.js");
  const [canvas, box, content] = [
    "position: fixed; inset: 0", "height: 500px; overflow-y: scroll", "height: 1300px",
  ].map((styles) => {
    const node = document.createElement("div");
    node.style.cssText = styles;
    return node;
  });
  box.append(content);
  canvas.append(box);
  document.body.append(canvas);
  const renderer = new Renderer(canvas);
  window.sent = [];
  const session = {
    surface: surfaceOf(canvas), scene: () => ({ elements: [] }), nextChange: undefined,
    onchange: () => {},
    send: (event) => {
      sent.push(event);
      if (event.surface) session.surface = event.surface;
    },
  };
  window.content = content;
  window.first = session.surface;
  window.screen_ = new Screen(renderer);
  screen_.open(session);
  // After the opening, as apps do that learn of their lists from the session.
  setTimeout(() => {
    renderer.registerList("home", new ScrollBox(box, content));
    session.onchange();
  });
}
