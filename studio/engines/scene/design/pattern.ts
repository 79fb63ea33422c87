import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import { lighten, paints } from "#studio/engines/scene/color.ts";
import { loadSprite } from "#studio/engines/scene/drawings/sprites.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import type { Size } from "./draw-design.ts";
import { choosePalette } from "./palette.ts";

const cellsAcross = 6;

/** Draws the subjects in a half-drop repeat, or a geometric pattern. The edges continue on each other. */
export async function drawPattern(
  prompt: string,
  reading: PromptReading,
  size: Size,
  seed: number,
): Promise<Canvas> {
  const { width, height } = size;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const motifs = reading.subjects.map(({ emoji, color }) => ({ emoji, color }));
  if (motifs.length === 0 && (reading.features.has("flowers") || reading.features.has("blossom"))) {
    const [color = null] = reading.colors;
    for (const emoji of ["🌸", "🌷", "🌼"]) motifs.push({ emoji, color });
  }
  const columns = cellsAcross;
  // An even number of rows, so that the shift of every second row fits at the edges.
  const rows = Math.max(2, Math.round((columns * height) / width / 2) * 2);
  const cell = { wide: width / columns, tall: height / rows };
  if (motifs.length === 0) {
    paintGeometry(context, prompt, reading, { columns, rows, ...cell }, seed);
    return canvas;
  }
  const palette = choosePalette([], seed);
  const [ground] = reading.subjects.length > 0 ? reading.colors : [];
  context.fillStyle =
    ground === undefined ? palette.paper : lighten(paints[ground] ?? palette.paper, 0.55);
  context.fillRect(0, 0, width, height);
  const sprites = await Promise.all(
    motifs.map(({ emoji, color }) => loadSprite(emoji, { color, withBody: false })),
  );
  for (let row = 0; row < rows; row += 1) {
    for (let column = -1; column <= columns; column += 1) {
      const wrapped = (column + columns) % columns;
      const random = createRandom(seed).fork(`${row} ${wrapped}`);
      const sprite = sprites[(wrapped + row) % sprites.length];
      if (!sprite) continue;
      const x = (column + (row % 2 === 0 ? 0.25 : 0.75)) * cell.wide;
      const angle = random.between(-0.45, 0.45);
      const scale = (Math.min(cell.wide, cell.tall) * 0.7) / Math.max(sprite.width, sprite.height);
      context.save();
      context.translate(x, (row + 0.5) * cell.tall);
      context.rotate(angle);
      const [wide, tall] = [sprite.width * scale, sprite.height * scale];
      context.drawImage(sprite, -wide / 2, -tall / 2, wide, tall);
      context.restore();
    }
  }
  return canvas;
}

interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly wide: number;
  readonly tall: number;
}

type Motif = (context: SKRSContext2D, cell: Cell) => void;

interface Cell {
  readonly wide: number;
  readonly tall: number;
  readonly column: number;
  readonly row: number;
  readonly first: string;
  readonly second: string;
  readonly turn: number;
}

function circle(context: SKRSContext2D, x: number, y: number, radius: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

const motifs: Readonly<Record<string, Motif>> = {
  quarters(context, { wide, tall, first, second, turn, column, row }) {
    const isDark = (column + row) % 2 === 0;
    context.fillStyle = isDark ? first : second;
    context.fillRect(0, 0, wide, tall);
    const corners = [
      [0, 0],
      [wide, 0],
      [wide, tall],
      [0, tall],
    ] as const;
    const [x, y] = corners[turn % 4] ?? corners[0];
    circle(context, x, y, wide, isDark ? lighten(second, 0.35) : lighten(first, 0.4));
    circle(context, x, y, wide * 0.55, isDark ? first : second);
  },
  dots(context, { wide, tall, first, second, column, row }) {
    context.fillStyle = lighten(first, 0.82);
    context.fillRect(0, 0, wide, tall);
    circle(context, wide / 2, tall / 2, wide * 0.3, (column + row) % 2 === 0 ? first : second);
  },
  stripes(context, { wide, tall, first, second, column }) {
    context.fillStyle = column % 2 === 0 ? first : second;
    context.fillRect(0, 0, wide, tall);
    context.fillStyle = lighten(column % 2 === 0 ? second : first, 0.7);
    context.fillRect(wide * 0.4, 0, wide * 0.12, tall);
  },
  checks(context, { wide, tall, first, second, column, row }) {
    context.fillStyle = (column + row) % 2 === 0 ? first : lighten(second, 0.5);
    context.fillRect(0, 0, wide, tall);
  },
  chevrons(context, { wide, tall, first, second }) {
    for (const [step, color] of [
      first,
      lighten(first, 0.5),
      second,
      lighten(second, 0.5),
    ].entries()) {
      context.fillStyle = color;
      const y = (step * tall) / 2 - tall;
      context.beginPath();
      context.moveTo(0, y + tall / 2);
      context.lineTo(wide / 2, y);
      context.lineTo(wide, y + tall / 2);
      context.lineTo(wide, y + tall * 1.01);
      context.lineTo(wide / 2, y + tall / 2 + 1);
      context.lineTo(0, y + tall * 1.01);
      context.fill();
    }
  },
  fans(context, { wide, tall, first, second }) {
    context.fillStyle = first;
    context.fillRect(0, 0, wide, tall);
    for (const share of [0.98, 0.74, 0.5, 0.26]) {
      circle(
        context,
        wide / 2,
        tall,
        wide * 0.5 * share,
        share === 0.98 || share === 0.5 ? second : first,
      );
    }
  },
  triangles(context, { wide, tall, first, second, column, row, turn }) {
    context.fillStyle = turn % 2 === 0 ? first : lighten(first, 0.45);
    context.fillRect(0, 0, wide, tall);
    context.fillStyle = (column + row + turn) % 3 === 0 ? lighten(second, 0.4) : second;
    context.beginPath();
    context.moveTo(turn % 4 < 2 ? 0 : wide, 0);
    context.lineTo(wide, tall);
    context.lineTo(0, tall);
    context.fill();
  },
};

const motifWords: readonly (readonly [string, RegExp])[] = [
  ["stripes", /\b(strip(e|ed|es)|lines?)\b/iu],
  ["dots", /\b(dots?|dotted|polka|circles?)\b/iu],
  ["chevrons", /\b(chevrons?|zig-?zag|waves?|wavy)\b/iu],
  ["checks", /\b(check(s|ed|ered|erboard)?|plaid|tartan|squares?)\b/iu],
  ["fans", /\b(art deco|fans?|scallops?|scales|shells?)\b/iu],
  ["triangles", /\b(triangles?|triangular|diamonds?|low[- ]?poly)\b/iu],
];

function paintGeometry(
  context: SKRSContext2D,
  prompt: string,
  reading: PromptReading,
  { columns, rows, wide, tall }: Grid,
  seed: number,
): void {
  const { first, second } = choosePalette(reading.colors, seed);
  const named = motifWords.find(([, words]) => words.test(prompt))?.[0] ?? "quarters";
  const motif = motifs[named];
  const random = createRandom(seed).fork("geometry");
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      context.save();
      context.beginPath();
      context.rect(column * wide, row * tall, wide + 0.5, tall + 0.5);
      context.clip();
      context.translate(column * wide, row * tall);
      motif?.(context, { wide, tall, column, row, first, second, turn: random.whole(0, 3) });
      context.restore();
    }
  }
}
