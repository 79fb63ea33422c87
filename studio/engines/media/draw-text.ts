import { type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import { letteringFamily } from "#studio/engines/lettering-font.ts";
import { StudioError } from "#studio/errors.ts";

import { type Position, sharesOf } from "./parameters.ts";

export interface TextPanel {
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly position: Position;
  /** Wanted height of the letters in pixels. Smaller when the text does not fit otherwise. */
  readonly size: number;
  readonly color: string;
  /** A dark box behind the text, as captions have. */
  readonly boxed?: boolean;
}

const letterSizeMin = 8;
const lineHeight = 1.25;

/**
 * Draws wrapped, outlined text on a transparent PNG. Throws `invalid_input` when the text does not fit
 * or no font has its characters.
 */
export function drawTextPanel(panel: TextPanel): Buffer {
  const { width, height, position } = panel;
  checkCharacters(panel.text);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const margin = Math.round(Math.min(width, height) * (panel.boxed ? 0.03 : 0.05));
  const { lines, size } = fitText(context, panel, width - margin * 2, height - margin * 2);
  const { across, down } = sharesOf(position);
  const tall = lines.length * size * lineHeight;
  const top = margin + (height - margin * 2 - tall) * down;
  const wide = Math.max(...lines.map((line) => context.measureText(line).width));

  if (panel.boxed) {
    const pad = size * 0.35;
    const left = margin + (width - margin * 2 - wide) * across;
    context.fillStyle = "rgba(0, 0, 0, 0.55)";
    context.beginPath();
    context.roundRect(left - pad, top - pad * 0.4, wide + pad * 2, tall + pad * 0.8, size * 0.25);
    context.fill();
  }
  context.textBaseline = "middle";
  context.textAlign = across === 0 ? "left" : across === 1 ? "right" : "center";
  context.lineJoin = "round";
  context.lineWidth = Math.max(1, size * 0.12);
  context.strokeStyle = isDark(panel.color) ? "rgba(255, 255, 255, 0.85)" : "rgba(0, 0, 0, 0.8)";
  const x = margin + (width - margin * 2) * across;
  for (const [index, line] of lines.entries()) {
    const y = top + (index + 0.5) * size * lineHeight;
    context.strokeText(line, x, y);
    context.fillStyle = panel.color;
    context.fillText(line, x, y);
  }
  return canvas.toBuffer("image/png");
}

/** Measures how many lines of a width the text takes. */
export function countLines(text: string, size: number, width: number): number {
  const context = createCanvas(1, 1).getContext("2d");
  return wrap(context, text, size, width).length;
}

/** Splits text into pieces that fonts and line breaks treat as one character. */
export function graphemesOf(text: string): string[] {
  return Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
}

function fitText(
  context: SKRSContext2D,
  { text, size: wanted }: TextPanel,
  width: number,
  height: number,
): { lines: string[]; size: number } {
  for (let size = Math.max(wanted, letterSizeMin); size >= letterSizeMin; size *= 0.9) {
    // Smaller letters look better than a broken word; tiny ones do not.
    const canShrink = size * 0.9 >= Math.max(letterSizeMin, wanted * 0.6);
    if (canShrink && hasWideWord(context, text, size, width)) continue;
    const lines = wrapEvenly(context, text, size, width);
    if (lines.length * size * lineHeight <= height) return { lines, size };
  }
  throw new StudioError("invalid_input", "The text is too long for the size of the frame.");
}

/** Wraps into the fewest lines, and then into the narrowest, so that the last line is not much shorter than the others. */
function wrapEvenly(context: SKRSContext2D, text: string, size: number, width: number): string[] {
  const lines = wrap(context, text, size, width);
  if (lines.length === 1) return lines;
  let [low, high] = [width / 2, width];
  let best = lines;
  for (let round = 0; round < 6; round += 1) {
    const middle = (low + high) / 2;
    const narrower = wrap(context, text, size, middle);
    const isAsGood = narrower.length === lines.length && !hasWideWord(context, text, size, middle);
    if (isAsGood) [best, high] = [narrower, middle];
    else low = middle;
  }
  return best;
}

function hasWideWord(context: SKRSContext2D, text: string, size: number, width: number): boolean {
  context.font = fontOf(size);
  return text.split(/\s+/u).some((word) => context.measureText(word).width > width);
}

function fontOf(size: number): string {
  return `bold ${size}px "${letteringFamily}"`;
}

function wrap(context: SKRSContext2D, text: string, size: number, width: number): string[] {
  context.font = fontOf(size);
  const isTooWide = (line: string) => context.measureText(line).width > width;
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(/\s+/u).filter((part) => part !== "")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (!isTooWide(longer)) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      line = "";
      // A word that is wider than a line, such as a URL or Chinese text, breaks anywhere.
      for (const letter of isTooWide(word) ? graphemesOf(word) : [word]) {
        if (line !== "" && isTooWide(line + letter)) {
          lines.push(line);
          line = "";
        }
        line += letter;
      }
    }
    lines.push(line);
  }
  return lines;
}

function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(color.slice(at, at + 2), 16),
  );
  return red * 0.3 + green * 0.59 + blue * 0.11 < 96;
}

const probeSize = 24;

/** Throws when a character would be drawn as an empty box: no font on this machine has it. */
function checkCharacters(text: string): void {
  const characters = new Set(text.match(/[^\s\u0020-\u024f\u0400-\u045f\u2010-\u2026]/gu));
  if (characters.size === 0) return;
  // The last code point of the private planes has no glyph in any font.
  const missing = drawCharacter("\u{10fffd}");
  const unknown = [...characters].filter(
    (character) => !/\p{M}|\p{Cf}/u.test(character) && drawCharacter(character).equals(missing),
  );
  if (unknown.length === 0) return;
  const shown = unknown.slice(0, 10).join(" ");
  throw new StudioError("invalid_input", `No font of this server has the characters ${shown}.`);
}

function drawCharacter(character: string): Buffer {
  const canvas = createCanvas(probeSize * 2, probeSize * 2);
  const context = canvas.getContext("2d");
  context.font = fontOf(probeSize);
  context.fillText(character, 4, probeSize * 1.4);
  return canvas.data();
}
