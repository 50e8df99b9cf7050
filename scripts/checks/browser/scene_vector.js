// Plays a scene vector on a page with the client's presenter and renderer.

/**
 * @param vector - The surface, the snapshot, and steps with a time in ms and with an event or a
 * directive.
 * @param looked - The numbers of the steps after which to measure.
 * @returns For each of them the measured elements, by target.
 */
async ([{ surface, snapshot, steps }, looked]) => {
  const { Presenter, Renderer } = await import("/client.js");
  const canvas = document.createElement("div");
  canvas.style.cssText = "position: fixed; inset: 0; width: 375px; height: 812px; overflow: hidden";
  document.body.replaceChildren(canvas);
  const renderer = new Renderer(canvas);
  const presenter = new Presenter(snapshot, surface, steps[0].time);
  const found = [];
  steps.forEach(({ time, event, directive }, index) => {
    presenter.reports(time);
    if (event) presenter.handle(event, time);
    if (directive) presenter.receive(directive, time);
    const scene = presenter.scene(time);
    renderer.show(scene);
    if (looked.includes(index)) found.push(Object.fromEntries(scene.elements.map(look)));
  });

  function look({ target }) {
    const node = renderer.node(target);
    const { opacity, visibility, zIndex } = getComputedStyle(node);
    const { x, y, width, height } = node.getBoundingClientRect();
    const words = [...node.children].map((each) => each.textContent).join("");
    return [target, {
      frame: [x, y, width, height], opacity: Number(opacity), hidden: visibility === "hidden",
      index: Number(zIndex), words,
    }];
  }

  return found;
}
