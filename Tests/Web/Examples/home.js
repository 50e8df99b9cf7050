const { PresentedSession, ScrollReporter } = require("./client.js");
const { miniProgramSocket } = require("./mini-program.js");

Page({
  data: { elements: [] },

  onLoad({ engine }) {
    this.list = new ScrollReporter("home");
    const sessionId = `home-${Date.now()}-${Math.random().toString(36).slice(2)}`;
    this.screen = new PresentedSession(
      { sessionId, clientName: "mini-program", surface: this.surface() },
      { urls: [engine], connect: miniProgramSocket(wx) });
    this.screen.onchange = () => this.draw();
  },
  onResize() { this.screen.send({ surface: this.surface() }); },
  onShow() { this.screen.session.resume(); },
  onHide() { this.screen.session.pause(); },
  onUnload() { this.screen.session.finish(); },

  // bindscroll, binddragstart and binddragend of `<scroll-view enhanced>`.
  scrolled({ detail }) { this.tell({ kind: "didScroll" }, detail); },
  dragBegan({ detail }) { this.tell({ kind: "willBeginDragging" }, detail); },
  dragEnded({ detail }) { this.tell({ kind: "didEndDragging", willDecelerate: true }, detail); },

  surface() {
    const { windowWidth: width, windowHeight: height, pixelRatio: scale } = wx.getWindowInfo();
    return { width, height, scale };
  },

  tell(callback, { scrollLeft: x, scrollTop: y }) {
    const send = (each) => this.list.receive(each, { x, y }).forEach((it) => this.screen.send(it));
    send(callback);
    // In a web view a scroll-view does not say when it has come to rest.
    clearTimeout(this.rest);
    this.rest = setTimeout(() => send({ kind: "didEndDecelerating" }), 150);
  },

  /** At most one frame is on its way; no more come once nothing moves. */
  draw() {
    this.frame ??= setTimeout(() => {
      this.frame = undefined;
      this.setData({ elements: this.screen.scene().elements });
      if (this.screen.nextChange !== undefined) this.draw();
    }, 16);
  },
});
