import { make } from "./dom";

/** Returns the tint of a page or a row. */
export function tint(index: number): string {
  return `tint-${((index % 6) + 6) % 6}`;
}

/** Creates a page's bar, with its back button. */
export function header(title: string, back?: { label: "Back" | "Close"; go: () => void }) {
  const bar = make("div", { class: "app-header" }, title);
  if (title === "") bar.append(make("div", { class: "field" }, "Search"));
  if (back) {
    bar.append(make("button", { type: "button", "aria-label": back.label, click: back.go },
      back.label === "Back" ? "‹" : "✕"));
  }
  return bar;
}

function blocks(): HTMLElement[] {
  const places = [[13, 20, 16], [56, 6, 16], [65, 6, 72], [74, 6, 128]] as const;
  return places.map(([top, height, right]) => {
    const block = make("div", { class: "app-block" });
    Object.assign(block.style, { top: `${top}%`, height: `${height}%`, right: `${right}px` });
    return block;
  });
}

/** Creates the page of a tab without a list. */
export function plainPage(title: string, index: number): HTMLElement {
  return make("div", { class: `app-page ${tint(index)}` }, ...blocks(),
    make("p", { class: "app-title" }, title), header(title));
}

/** Creates a page above the root, as in the films, tinted by its route. */
export function pushedPage(route: string, isPresented: boolean, back: () => void): HTMLElement {
  let number = 0;
  for (const letter of route) number = (number * 31 + (letter.codePointAt(0) ?? 0)) & 0xffff;
  const label = isPresented ? "Close" : "Back";
  return make("div", { class: `app-page ${tint(number)}`, role: "group", "aria-label": route },
    ...blocks(), make("p", { class: "app-title small" }, route),
    header(route, { label, go: back }));
}

/** Creates the page that the second floor opens. */
export function floorPage(close: () => void): HTMLElement {
  return make("div", {
    class: "floor-page", "aria-label": "Second floor", tabindex: -1,
  }, stars(), make("h3", {}, "Second floor"), make("div", { class: "tile" }),
    make("button", { type: "button", class: "close", "aria-label": "Close the floor", click: close }, "✕"),
    make("div", { class: "tile" }));
}

/** Creates the floor behind the list, which represents an animated picture. */
export function floorPicture(): HTMLElement {
  return make("div", { class: "floor-picture" }, stars(), make("p", {}, "★ ☆ ★"));
}

function stars(): SVGSVGElement {
  const sky = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sky.setAttribute("viewBox", "0 0 100 100");
  sky.setAttribute("preserveAspectRatio", "none");
  sky.setAttribute("aria-hidden", "true");
  for (let index = 0; index < 18; index += 1) {
    const star = document.createElementNS("http://www.w3.org/2000/svg", "ellipse");
    const radius = index % 3 === 0 ? 0.8 : 0.45;
    const places = {
      cx: (index * 37 + 11) % 100, cy: (index * 61 + 7) % 100, rx: radius, ry: radius * 0.46,
      fill: "#fff3c4",
    };
    for (const [name, value] of Object.entries(places)) star.setAttribute(name, String(value));
    sky.append(star);
  }
  return sky;
}
