/** Creates a button that is visible only while it has the focus. */
export function hiddenButton(press: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  const { style } = button;
  button.type = "button";
  Object.assign(style, {
    position: "absolute", left: "8px", top: "max(8px, env(safe-area-inset-top))", zIndex: "9999",
    padding: "8px 12px", border: "2px solid", borderRadius: "8px", font: "16px system-ui",
    color: "#000", background: "#fff",
  });
  const setVisible = (isVisible: boolean) => {
    style.clipPath = isVisible ? "" : "inset(50%)";
  };
  setVisible(false);
  button.addEventListener("focus", () => setVisible(true));
  button.addEventListener("blur", () => setVisible(false));
  button.addEventListener("click", press);
  return button;
}
