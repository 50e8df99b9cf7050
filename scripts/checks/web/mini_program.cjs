// A mini-program's host, as documented: no DOM, and no Web API except timers.
//
// usage: node mini_program.cjs FOLDER URL
//
// Runs the page FOLDER/home.js: shows it, drags its list past 456, hides it, shows it again, and
// closes it. Prints the page's final data, and the end of each of its sockets.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { isArrayBuffer } = require("node:util/types");
const { compileFunction, createContext } = require("node:vm");
const WebSocket = globalThis.WebSocket ?? require("ws");

const [folder, engine] = process.argv.slice(2);
const sockets = [];
let page;

class SocketTask {
  closed = "";

  constructor({ url, protocols }) {
    this.socket = new WebSocket(url, protocols);
    this.socket.binaryType = "arraybuffer";
    sockets.push(this);
  }

  send({ data }) {
    if (typeof data !== "string" && !isArrayBuffer(data)) throw new TypeError("send: bad data");
    if (this.socket.readyState !== WebSocket.OPEN) throw new Error("send: not open");
    this.socket.send(typeof data === "string" ? data : new Uint8Array(data));
  }
  close({ code = 1000, reason = "" } = {}) { this.socket.close(code, reason); }
  onOpen(listener) { this.socket.onopen = () => listener({ header: {}, profile: {} }); }
  onMessage(listener) { this.socket.onmessage = ({ data }) => listener({ data }); }
  onError(listener) { this.socket.onerror = ({ message }) => listener({ errMsg: message }); }
  onClose(listener) {
    this.socket.onclose = ({ code, reason }) => {
      this.closed = `${code}`;
      listener({ code, reason });
    };
  }
}

const wx = {
  connectSocket: (options) => new SocketTask(options),
  getWindowInfo: () => ({ windowWidth: 375, windowHeight: 812, pixelRatio: 3 }),
};
const context = createContext({
  wx, setTimeout, clearTimeout,
  Page(options) {
    // Data go to another process, as JSON.
    const setData = (data) => Object.assign(page.data, JSON.parse(JSON.stringify(data)));
    page = { ...options, data: { ...options.data }, setData };
  },
});

function load(name) {
  const module = { exports: {} };
  const code = readFileSync(join(folder, name), "utf8");
  compileFunction(code, ["require", "module", "exports"], { parsingContext: context })(
    load, module, module.exports);
  return module.exports;
}

const element = (target) => page.data.elements.find((each) => each.target === target);
async function until(holds) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function main() {
  load("home.js");
  page.onLoad({ engine });
  page.onShow();
  await until(() => element("toggle/rocket"));
  const detail = (scrollTop) => ({ detail: { scrollLeft: 0, scrollTop } });
  page.dragBegan(detail(0));
  for (let y = 40; y <= 480; y += 40) page.scrolled(detail(y));
  page.dragEnded(detail(480));
  await until(() => element("toggle/rocket").values.contentOffset.y === 42);
  page.onHide();
  await until(() => sockets[0].closed);
  page.onShow();
  await until(() => sockets[1]?.socket.readyState === WebSocket.OPEN);
  page.onUnload();
  await until(() => sockets[1].closed);
  const { content, values } = element("toggle/rocket");
  console.log(JSON.stringify({
    pictures: content.pictures.map(({ name }) => name), at: values.contentOffset.y,
    ends: sockets.map(({ closed }) => closed),
  }));
}

main();
