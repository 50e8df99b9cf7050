import { find } from "../shared/dom";
import { token } from "./calls";

/** Asks the operator for a token, if the engine requires one. */
export class TokenPrompt {
  private readonly place = find("access", HTMLElement);
  private readonly reason = find("refusal", HTMLElement);
  private readonly field = find("token", HTMLInputElement);
  private readonly out = find("sign-out", HTMLButtonElement);

  /** @param onchange - Called when the token has changed. */
  constructor(private readonly onchange: () => void) {
    find("sign-in", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(this.field.value.trim());
    });
    this.out.addEventListener("click", () => this.take(""));
    this.out.hidden = token.value === "";
  }

  /** True while the page waits for another token. */
  get isAsking(): boolean {
    return !this.place.hidden;
  }

  /** Asks for another token after a refusal. */
  ask(reason: string): void {
    if (this.reason.textContent !== reason) this.reason.textContent = reason;
    if (this.isAsking) return;
    token.value = "";
    this.show(true);
    this.field.focus();
  }

  /** Records that the engine accepts the token. */
  close(): void {
    if (this.isAsking) this.show(false);
  }

  private take(value: string): void {
    token.value = value;
    this.field.value = "";
    this.reason.textContent = "";
    this.onchange();
  }

  private show(isAsking: boolean): void {
    this.place.hidden = !isAsking;
    find("inspector", HTMLElement).hidden = isAsking;
    find("drain", HTMLElement).hidden = isAsking;
    this.out.hidden = token.value === "";
  }
}
