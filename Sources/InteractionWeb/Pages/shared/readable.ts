/** The minimum contrast of small text, by WCAG 2. */
const least = 4.5;

type RGB = readonly number[];

/**
 * Returns a colour that is readable on a background: itself, or mixed with as little black or white
 * as possible. Both are in CSS syntax: `#rrggbb` or `rgb(r, g, b)`.
 */
export function readable(color: string, background: string): string {
  const [from, behind] = [parsed(color), parsed(background)];
  const end = luminance(behind) > 0.18 ? 0 : 255;
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = from.map((each) => Math.round(each + (end - each) * share));
    if (contrast(mixed, behind) >= least) return `rgb(${mixed.join(", ")})`;
  }
  return end === 0 ? "rgb(0, 0, 0)" : "rgb(255, 255, 255)";
}

function parsed(color: string): RGB {
  const digits = color.match(/^#(..)(..)(..)$/)?.slice(1);
  if (digits) return digits.map((each) => parseInt(each, 16));
  return color.match(/\d+/g)?.slice(0, 3).map(Number) ?? [];
}

function contrast(one: RGB, other: RGB): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: RGB): number {
  const [red = 0, green = 0, blue = 0] = color.map((each) => {
    const share = each / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
