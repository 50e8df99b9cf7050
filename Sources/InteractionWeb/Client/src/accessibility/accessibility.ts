import type { Setting } from "../contract/messages";
import type { Renderer } from "../dom/renderer";
import type { InteractionSource, ScreenAccessibility } from "../dom/screen";
import { tab } from "../presenter/targets";
import { actions } from "./actions";
import { attributes } from "./attributes";
import type { Attributes } from "./attributes";
import { hiddenButton } from "./hiddenButton";
import { reaction } from "./keys";
import { LiveRegions } from "./liveRegions";
import { actionNames, nodes, root } from "./tree";

/** The settings before a session has opened. */
const noSettings: Setting[] = [];

/**
 * Makes a screen accessible, with the texts of the experience: sets the attributes of its nodes,
 * handles keys, adds buttons for the actions of gestures, and speaks announcements (rules U2–U4).
 */
export class Accessibility implements ScreenAccessibility {
  private renderer: Renderer | undefined;
  private source: InteractionSource | undefined;
  private settings = noSettings;
  private attributes = new Map<string, Attributes>();
  private actions: ReturnType<typeof actions> = {};
  /** The attributes last set on each node. */
  private readonly known = new WeakMap<HTMLElement, Attributes>();
  private readonly regions = new LiveRegions();
  private readonly buttons = actionNames.map((name) => hiddenButton(() => {
    const action = this.actions[name];
    if (action) this.source?.send(action.event);
  }));

  show(renderer: Renderer, source: InteractionSource): void {
    this.follow(renderer, source);
    const { settings = noSettings } = source.snapshot ?? {};
    if (settings !== this.settings) {
      this.settings = settings;
      const found = nodes(settings);
      this.attributes = attributes(found);
      this.actions = actions(found);
    }
    for (const [target, wanted] of this.attributes) {
      const node = this.node(target);
      if (!node || this.known.get(node) === wanted) continue;
      this.known.set(node, wanted);
      set(wanted, node);
    }
    this.placeButtons();
  }

  /** Listens to the keys of a renderer and to the announcements of a source. */
  private follow(renderer: Renderer, source: InteractionSource): void {
    if (renderer !== this.renderer) {
      this.renderer = renderer;
      renderer.canvas.addEventListener("keydown", (event) => this.press(event));
    }
    if (source !== this.source) {
      if (this.source) this.source.onspeech = undefined;
      this.source = source;
      source.onspeech = ({ announce }) => announce && this.regions.speak(announce);
    }
    this.regions.show(renderer.canvas);
  }

  private node(target: string): HTMLElement | undefined {
    const { renderer } = this;
    // A list that has not scrolled yet may not be in the scene.
    return target === root ? renderer?.rootNode
      : renderer?.node(target) ?? renderer?.lists.get(target)?.port;
  }

  private placeButtons(): void {
    actionNames.forEach((name, index) => {
      const [action, button] = [this.actions[name], this.buttons[index]!];
      if (!action) return button.remove();
      if (button.textContent !== action.label) button.textContent = action.label;
      // During a transition the view is not in the scene, and the button stays.
      const view = this.node(action.target);
      const holder = action.isBefore ? view?.parentNode : view;
      if (!view || !holder || button.parentNode === holder) return;
      holder.insertBefore(button, action.isBefore ? view : view.firstChild);
    });
  }

  private press(event: KeyboardEvent): void {
    const { renderer, source, settings } = this;
    const { target, defaultPrevented } = event;
    if (!source || defaultPrevented || !(target instanceof Node)) return;
    const items = settings.find(({ layout }) => layout)?.layout?.items ?? [];
    const found = items.findIndex((_, index) => renderer?.node(tab(index))?.contains(target));
    const isRightToLeft = source.surface?.direction === "right_to_left";
    const answer = reaction(event, found < 0 ? undefined : found, settings, isRightToLeft);
    if (!answer) return;
    event.preventDefault();
    if ("event" in answer) source.send(answer.event);
    else renderer?.node(tab(answer.focus))?.focus();
  }
}

function set(attributes: Attributes, node: HTMLElement): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}
