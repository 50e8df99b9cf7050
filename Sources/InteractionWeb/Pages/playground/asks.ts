import type { Effect, InteractionEvent, Snapshot } from "../../Client/src/contract/messages";
import { make } from "../shared/dom";
import { word } from "../shared/words";

/** The durations of a refresh, of loading a picture, and of a toast, ms. */
const times = { refresh: 1200, asset: 250, toast: 1800 };

/** Performs effects as an app does: menus, logins, data, pictures. */
export class EffectHandler {
  private card: HTMLElement | undefined;
  private toast: HTMLElement | undefined;
  private hasAsked = false;
  private readonly timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    private readonly screen: HTMLElement, private readonly send: (event: InteractionEvent) => void,
    private readonly scroll: (source: string, to: { x?: number; y?: number }, animated: boolean) => void
  ) {}

  /** Loads the floor's picture if the state needs it now. */
  update(snapshot: Snapshot): void {
    for (const { floorLayout, floor } of snapshot.settings ?? []) {
      if (floorLayout && !floorLayout.ready && floorLayout.assetUrl
        && floorLayout.prefetch !== "lazy") this.loadAsset();
      if (floor && floor.phase !== "closed") this.loadAsset();
    }
  }

  carryOut(effect: Effect, snapshot: Snapshot): void {
    const { scrollList, scrollCarousel, requestLogin, askSelection, tabAction, refusal } = effect;
    if (scrollList) {
      this.scroll(scrollList.source ?? "", { y: scrollList.y ?? 0 }, scrollList.animated ?? false);
    } else if (scrollCarousel) {
      const { source = "", x = 0, animated = false } = scrollCarousel;
      this.scroll(source, { x }, animated);
    } else if (effect.refresh) {
      this.showToast("Refreshing…");
      this.later(times.refresh, () => this.send({ refreshDone: {} }));
    } else if (effect.presentMenu) {
      this.menu(snapshot);
    } else if (requestLogin) {
      this.ask("This tab requires a login.", [
        ["Sign in", () => this.send({ account: { change: "signed_in" } })],
        ["Not now", () => this.send({ account: { change: "login_failed" } })],
      ]);
    } else if (askSelection) {
      const tab = askSelection.tab ?? 0;
      const verdict = (allowed: boolean) => () => this.send({ selectionVerdict: { tab, allowed } });
      this.ask("The engine asks whether this tab may be selected.", [
        ["Allow", verdict(true)], ["Refuse", verdict(false)],
      ]);
    } else if (tabAction) {
      this.showToast(tabAction.value ?? word(tabAction.kind));
    } else if (refusal) {
      if (refusal.reason === "asset_not_ready") this.loadAsset();
      this.showToast(`Refused: ${word(refusal.reason)}`);
    } else if (effect.haptic) {
      navigator.vibrate?.(8);
    }
  }

  close(): void {
    this.timers.forEach(clearTimeout);
    this.card?.remove();
    this.toast?.remove();
  }

  /** Simulates loading the floor's picture. */
  private loadAsset(): void {
    if (this.hasAsked) return;
    this.hasAsked = true;
    this.later(times.asset, () => this.send({
      asset: { slot: "floor", kind: "animated", width: 750, height: 1334 },
    }));
  }

  private menu(snapshot: Snapshot): void {
    const entries = snapshot.settings?.find(({ press }) => press)?.press?.menu ?? [];
    const choices = entries.map(({ text = "" }, chosen): [string, () => void] =>
      [text, () => this.send({ menu: { chosen } })]);
    this.ask("", choices, () => this.send({ menu: { dismissed: {} } }));
  }

  private ask(
    question: string, choices: readonly [string, () => void][], dismiss?: () => void
  ): void {
    this.card?.remove();
    const former = document.activeElement;
    let isOpen = true;
    const end = (action: () => void) => () => {
      // Removing the card fires `focusout` once more.
      if (!isOpen) return;
      isOpen = false;
      card.remove();
      if (former instanceof HTMLElement) former.focus({ preventScroll: true });
      action();
    };
    const buttons = choices.map(([text, action]) =>
      make("button", { type: "button", click: end(action) }, text));
    const card = make("div", {
      class: question === "" ? "sheet-card menu" : "sheet-card", role: "dialog",
      "aria-label": question || "Menu",
    }, question, make("div", {}, ...buttons));
    const away = dismiss ?? choices[choices.length - 1]?.[1];
    card.addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && away) end(away)();
    });
    if (dismiss) {
      card.addEventListener("focusout", ({ relatedTarget }) => {
        if (!card.contains(relatedTarget as Node | null)) end(dismiss)();
      });
    }
    this.card = card;
    this.screen.append(card);
    buttons[0]?.focus({ preventScroll: true });
  }

  private showToast(text: string): void {
    this.toast?.remove();
    const toast = make("div", { class: "toast", role: "status" }, text);
    this.toast = toast;
    this.screen.append(toast);
    this.later(times.toast, () => toast.remove());
  }

  private later(time: number, action: () => void): void {
    this.timers.push(setTimeout(action, time));
  }
}
