/** The attributes of an element, or properties if it has such. */
export interface ElementProperties {
  readonly [name: string]: string | number | boolean | EventListener | undefined;
}

/** Creates an element. A function is a listener, a boolean a bare attribute. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: ElementProperties = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** Returns the element with this ID. */
export function find<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return element;
}

/** Debounces an action: runs it once there was no call for `delay` ms. */
export function debounced(action: () => void, delay: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
}

/** Downloads a text as a file. */
export function download(text: string | Blob, name: string): void {
  const url = URL.createObjectURL(typeof text === "string" ? new Blob([text]) : text);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
