import { make } from "../shared/dom";
import { show } from "../playground/notice";
import { openPage } from "../playground/page";
import { ModuleEngine } from "./moduleEngine";

const engine = new ModuleEngine();
engine.worker.onrestart = (reason) => show({
  state: "bad", text: `The engine in this page has stopped: ${reason}. It was started again; the `
    + "session goes on with its newest state.",
});
document.querySelector(".masthead h1")?.after(
  make("nav", {}, make("a", { href: "index.html" }, "Films and documentation")));
openPage(engine);
