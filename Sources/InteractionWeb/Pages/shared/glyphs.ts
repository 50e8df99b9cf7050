/** Placeholders for pictures, by a word in their names, as in the films. */

const accent = "#18a2ff";
const ink = "#575d66";

/** Coloured pictures in a square of 24; the first matching word counts. */
const pictures: readonly [string, string][] = [
  ["background", '<circle cx="12" cy="12" r="12" fill="#ff6a2b"/>'],
  ["rocket",
    '<path d="M12 3c4 3 4.6 8 3.3 12h-6.6C7.4 11 8 6 12 3z" fill="#fff"/>'
    + '<path d="M8.7 11l-3 4.5 3.3-.5zM15.3 11l3 4.5-3.3-.5z" fill="#ffe0d0"/>'
    + '<path d="M10 16h4l-2 5.5z" fill="#ffd84d"/><circle cx="12" cy="9" r="1.7" fill="#18a2ff"/>'],
  ["logo",
    '<circle cx="8" cy="9.5" r="1.7" fill="#fff"/><circle cx="16" cy="9.5" r="1.7" fill="#fff"/>'
    + '<path d="M6 13c1.5 5.5 10.5 5.5 12 0" fill="none" stroke="#fff" stroke-width="2.2"'
    + ' stroke-linecap="round"/>'],
  ["to_top",
    '<circle cx="12" cy="12" r="11.5" fill="#fff" stroke="#c3c9d1"/>'
    + '<path d="M7 7h10M12 18v-8M8 13.5l4-4 4 4" fill="none" stroke="#ff6a2b" stroke-width="2"'
    + ' stroke-linecap="round"/>'],
];

/** Line drawings; the first matching word counts. */
const shapes: readonly [string, string][] = [
  ["home", "M3 12l9-8 9 8M6 10v10h12V10M10 20v-6h4v6"],
  ["discover", "M12 3a9 9 0 100 18 9 9 0 000-18zM16 8l-2.5 5.5L8 16l2.5-5.5z"],
  ["live", "M3 6h13v12H3zM16 10l5-3v10l-5-3"],
  ["cart", "M3 4h3l2 11h10l2-8H7M9 20h.1M17 20h.1"],
  ["shop", "M5 8h14l1 12H4zM9 8V6a3 3 0 016 0v2"],
  ["feed", "M5 19a1.5 1.5 0 100-.1M4 11a9 9 0 019 9M4 4a16 16 0 0116 16"],
  ["friends",
    "M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3 20c0-8 12-8 12 0M16 5a3 3 0 010 6M18 14c2 1 3 3 3 6"],
  ["life", "M12 20C2 13 4 5 8.5 5 11 5 12 7.5 12 7.5S13 5 15.5 5C20 5 22 13 12 20z"],
  ["topics", "M4 5h16v11H10l-4 4v-4H4z"],
  ["nearby",
    "M12 21c-5-6-7-9-7-12a7 7 0 0114 0c0 3-2 6-7 12zM12 11.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5z"],
  ["service", "M4 14v-2a8 8 0 0116 0v2M4 14h3v5H4zM17 14h3v5h-3zM19 19c0 2-3 2-5 2"],
  ["bills", "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6"],
  ["transfer", "M4 9h15l-4-4M20 15H5l4 4"],
  ["cards", "M3 6h18v12H3zM3 10h18M6 15h4"],
  ["news", "M4 5h16v14H4zM7 9h6M7 12h10M7 15h10"],
  ["video", "M4 5h16v14H4zM10 9l5 3-5 3z"],
  ["radio", "M4 10h16v10H4zM6 10L17 5M8 15a2 2 0 104 0 2 2 0 00-4 0M16 14v2"],
  ["books", "M5 4h4v16H5zM9 4h4v16H9zM14 5l3.5-1 3 15-3.5 1z"],
  ["message", "M4 5h16v11H10l-4 4v-4H4z"],
  ["me", "M12 11a4 4 0 100-8 4 4 0 000 8zM4 21c0-10 16-10 16 0"],
];

const svg = "http://www.w3.org/2000/svg";

/** Returns the picture of a name; a tile with its first letter if no word matches. */
export function glyph(name: string): SVGSVGElement {
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const lower = name.toLowerCase();
  const known = pictures.find(([word]) => lower.includes(word));
  const color = /selected|pressed/.test(lower) ? accent : ink;
  const line = `fill="none" stroke="${color}" stroke-width="2" stroke-linejoin="round"`
    + ' stroke-linecap="round"';
  const shape = shapes.find(([word]) => lower.includes(word));
  if (known) picture.innerHTML = known[1];
  else if (shape) picture.innerHTML = `<path d="${shape[1]}" ${line}/>`;
  else {
    picture.innerHTML = `<rect x="2" y="2" width="20" height="20" rx="5" ${line}/>`
      + `<text x="12" y="17" font-size="13" font-weight="700" text-anchor="middle" fill="${color}"/>`;
    const letter = picture.querySelector("text");
    const last = name.split(/[_/.]/).filter(Boolean).pop() ?? "";
    if (letter) letter.textContent = last.slice(0, 1).toUpperCase();
  }
  return picture;
}
