"use strict";

const VELOCITY_WINDOW = 100; // ms of finger movement that make the velocity of a release
const REST = 40; // ms without movement after which a lifted finger throws nothing
const QUIET = 200; // ms without scrolling that count as settled if no scrollend comes

// Turns touches and scrolls into the phases of drags. It listens on the window,
// in the capture phase, to see a touch before the page reacts to it: what counts
// is the offset the finger found, not the one the page answers with.
class Recorder {
  events = [];
  #offset;
  #drags = 0;
  #finger = null; // { moves, dragging } while one is down
  #inMotion = false; // a drag was released and has not settled yet
  #quietTimer = 0;

  constructor(offset) {
    this.#offset = offset;
    const on = (type, handler) =>
      window.addEventListener(type, handler, { capture: true, passive: true });
    on("touchstart", (event) => this.#down(event));
    on("touchmove", (event) => this.#move(event));
    on("touchend", (event) => this.#up(event));
    on("touchcancel", (event) => this.#cancel(event));
    on("scroll", (event) => this.scrolled(event.timeStamp));
    on("scrollend", (event) => this.settled(event.timeStamp));
  }

  get resting() {
    return this.#finger === null && !this.#inMotion;
  }

  // The offset changed: by the browser's scrolling, or by the page's own.
  scrolled(time) {
    if (this.#finger?.dragging) {
      this.#addScroll(time, "moved");
    } else if (this.#finger) {
      this.#begin(time);
    } else if (this.#inMotion) {
      this.#addScroll(time, "decelerating");
      this.#awaitQuiet();
    }
  }

  settled(time) {
    // The scrollend of a deceleration that was grabbed is not the new drag's.
    if (this.resting || this.#finger) return;
    this.#stopMotion();
    this.#addScroll(time, "settled");
  }

  follow(tabs) {
    tabs.forEach((each, tab) =>
      each.addEventListener("click", ({ timeStamp }) => this.#add(timeStamp, { tab })));
  }

  #down(event) {
    this.#finger = { moves: [position(event)], dragging: false };
    if (this.#inMotion) this.#begin(event.timeStamp);
  }

  #move(event) {
    const { moves, dragging } = this.#finger;
    moves.push(position(event));
    if (!dragging && moves.at(-1).y !== moves.at(-2).y) this.#begin(event.timeStamp);
  }

  #up(event) {
    const { moves, dragging } = this.#finger;
    this.#finger = null;
    if (!dragging) return;
    // The content follows the finger, so the offset goes the other way.
    this.#addScroll(event.timeStamp, "ended", -releaseVelocity(moves, event.timeStamp));
    this.#inMotion = true;
    this.#awaitQuiet();
  }

  // The last event of its drag: the browser throws nothing after a cancelled touch.
  #cancel(event) {
    const { dragging } = this.#finger;
    this.#finger = null;
    if (dragging) this.#addScroll(event.timeStamp, "cancelled");
  }

  #begin(time) {
    this.#stopMotion();
    this.#finger.dragging = true;
    this.#drags += 1;
    this.#addScroll(time, "began");
  }

  #stopMotion() {
    this.#inMotion = false;
    clearTimeout(this.#quietTimer);
  }

  #awaitQuiet() {
    clearTimeout(this.#quietTimer);
    this.#quietTimer = setTimeout(() => this.settled(performance.now()), QUIET);
  }

  #addScroll(time, phase, velocity = null) {
    this.#add(time, { drag: this.#drags, phase, y: this.#offset(), velocity });
  }

  // Touches carry the time of the input, scrolls that of the frame they were
  // reported in, so a touch can be a few ms older than the scroll before it.
  #add(milliseconds, event) {
    const time = Math.max(Math.round(milliseconds * 1000), this.events.at(-1)?.time ?? 0);
    this.events.push({ time, ...event });
  }
}

function position(event) {
  return { time: event.timeStamp, y: event.changedTouches[0].clientY };
}

// The finger's, in points per second, by least squares.
function releaseVelocity(moves, lifted) {
  const recent = moves.filter(({ time }) => lifted - time <= VELOCITY_WINDOW);
  if (recent.length < 2 || lifted - recent.at(-1).time > REST) return 0;
  const mean = (key) => recent.reduce((sum, move) => sum + move[key], 0) / recent.length;
  const [meanTime, meanY] = [mean("time"), mean("y")];
  let covariance = 0;
  let variance = 0;
  for (const { time, y } of recent) {
    covariance += (time - meanTime) * (y - meanY);
    variance += (time - meanTime) ** 2;
  }
  return variance > 0 ? (covariance / variance) * 1000 : 0;
}
