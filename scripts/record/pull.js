"use strict";

const STIFFNESS = 0.55;
const SPRING_BACK = 400; // ms

// Returns the overscroll of a list for a finger's travel; and back.
function rubberBand(travel, height) {
  return (1 - 1 / ((travel * STIFFNESS) / height + 1)) * height;
}

function travelFor(distance, height) {
  return ((1 / (1 - distance / height) - 1) * height) / STIFFNESS;
}

// Overscrolls the list by a finger that starts at its top, where the browser would not scroll any
// further.
class Pull {
  offset = 0; // negative while pulled
  #list;
  #onScroll;
  #onSettled;
  #origin = null; // where the finger's travel counts from; null if it scrolls
  #pulling = false;
  #frame = 0;

  constructor(list, onScroll, onSettled) {
    this.#list = list;
    this.#onScroll = onScroll;
    this.#onSettled = onSettled;
    // Not passive, since overscroll has to prevent the browser's scrolling.
    const on = (type, handler) => document.addEventListener(type, handler, { passive: false });
    on("touchstart", (event) => this.#down(event));
    on("touchmove", (event) => this.#move(event));
    on("touchend", (event) => this.#up(event));
    on("touchcancel", () => this.#cancel());
  }

  #down(event) {
    cancelAnimationFrame(this.#frame);
    this.#pulling = this.offset < 0;
    const atTop = window.scrollY <= 0;
    const { clientY } = event.changedTouches[0];
    this.#origin = atTop ? clientY - travelFor(-this.offset, innerHeight) : null;
  }

  // Chromium delivers one touchmove per frame, so this reports once per frame.
  #move(event) {
    if (this.#origin === null) return;
    const travel = event.changedTouches[0].clientY - this.#origin;
    if (!this.#pulling && travel <= 0) {
      this.#origin = null;
      return;
    }
    this.#pulling = true;
    event.preventDefault();
    this.#show(-rubberBand(Math.max(travel, 0), innerHeight));
    this.#onScroll(event.timeStamp);
  }

  #up(event) {
    if (this.offset < 0) this.#springBack(this.offset, event.timeStamp);
    this.#pulling = false;
  }

  // A cancelled touch decides nothing, so the list is reset without animation.
  #cancel() {
    if (this.#pulling) this.#show(0);
    this.#pulling = false;
  }

  #springBack(from, start) {
    const step = (now) => {
      const left = Math.max(1 - (now - start) / SPRING_BACK, 0);
      this.#show(from * left ** 3);
      this.#onScroll(now);
      if (left > 0) this.#frame = requestAnimationFrame(step);
      else this.#onSettled(now);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #show(offset) {
    this.offset = offset;
    this.#list.style.transform = `translateY(${-offset}px)`;
  }
}
