import { find, make } from "../shared/dom";
import { messageOf } from "./calls";
import { send } from "./command";
import type { Command } from "./command";
import type { InspectedFleet } from "./fleet";
import type { WatchedSession } from "./watching";

/** The commands, each with an example of its fields. */
const commands: readonly [method: string, name: string, fields: object][] = [
  ["SelectTab", "Select a tab", { tab: 1 }],
  ["SetBadge", "Change a badge", { badge: { tab: 1, increase: 1 } }],
  ["OrderToggle", "Order a toggle's look", { look: "TOGGLE_LOOK_ABOVE" }],
  ["OpenSecondFloor", "Open the second floor", {}],
  ["CloseSecondFloor", "Close the second floor", {}],
  ["SwitchSecondFloor", "Turn the second floor off or on", { on: false }],
  ["ChangeItem", "Change a tab's item", { change: { tab: 1, title: "New" } }],
  ["HideBar", "Hide or show the tab bar", { hidden: true }],
  ["ResolveGate", "Report a login", { signedIn: true }],
];
/** The pause between two attempts while the session moves, ms. */
const pause = 500;

/** The dialog that sends a command to the watched session's user. */
export class CommandForm {
  private readonly dialog = find("commanding", HTMLDialogElement);
  private readonly method = find("method", HTMLSelectElement);
  private readonly fields = find("fields", HTMLTextAreaElement);
  private readonly result = find("results", HTMLElement);
  private readonly button = find("send", HTMLButtonElement);

  constructor(private readonly fleet: InspectedFleet, private readonly watched: WatchedSession) {
    this.method.append(
      ...commands.map(([method, name]) => make("option", { value: method }, name)));
    this.method.addEventListener("change", () => this.showExample());
    this.showExample();
    find("command", HTMLButtonElement).addEventListener("click", () => this.open());
    find("command-form", HTMLFormElement).addEventListener("submit", (event) => {
      // The other button closes the dialog.
      if (event.submitter !== this.button) return;
      event.preventDefault();
      void this.send();
    });
  }

  private showExample(): void {
    const found = commands.find(([method]) => method === this.method.value);
    this.fields.value = JSON.stringify(found?.[2] ?? {});
    this.result.textContent = "";
  }

  private open(): void {
    const { user, sessionId = "" } = this.watched.summary ?? {};
    find("recipient", HTMLElement).textContent = user
      ? `To all sessions of ${user}, on every engine.` : `To ${sessionId}, which has no user.`;
    this.result.textContent = "";
    this.dialog.showModal();
  }

  private async send(): Promise<void> {
    this.button.disabled = true;
    this.result.textContent = "Sending…";
    try {
      const { lines } = await send(this.command, this.fleet.engines, () =>
        new Promise((resolve) => setTimeout(resolve, pause)));
      this.result.textContent = lines.join("\n");
    } catch (error) {
      this.result.textContent = messageOf(error);
    }
    this.button.disabled = false;
  }

  /** The command as entered. */
  private get command(): Command {
    const { user, sessionId = "" } = this.watched.summary ?? {};
    return {
      method: this.method.value, fields: JSON.parse(this.fields.value) as object,
      recipient: user ? { user } : { sessionId }, id: randomID(),
    };
  }
}

/** Returns a random ID; `randomUUID` is missing on pages without TLS. */
function randomID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
