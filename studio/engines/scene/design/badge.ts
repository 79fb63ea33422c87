import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import { letteringFamily as family } from "#studio/engines/lettering-font.ts";
import { darken, lighten, mix, withAlpha } from "#studio/engines/scene/color.ts";
import { loadSprite } from "#studio/engines/scene/drawings/sprites.ts";
import type { PromptReading, Subject } from "#studio/engines/scene/reading/read-prompt.ts";

import type { Size } from "./draw-design.ts";
import { type Palette, choosePalette } from "./palette.ts";

/** Draws an emblem in a ring, with the name below. Without a subject, the emblem is the initials. */
export async function drawLogo(reading: PromptReading, size: Size, seed: number): Promise<Canvas> {
  const { width, height } = size;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const palette = choosePalette(reading.colors, seed);
  const name = nameOf(reading);
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, width, height);

  const edge = Math.min(width, height);
  const center = { x: width / 2, y: height * (name === null ? 0.5 : 0.41) };
  const radius = edge * 0.29;
  disc(context, center, radius, palette.first);
  context.strokeStyle = palette.first;
  context.lineWidth = edge * 0.012;
  context.beginPath();
  context.arc(center.x, center.y, radius * 1.1, 0, Math.PI * 2);
  context.stroke();
  disc(context, center, radius * 0.88, lighten(palette.first, 0.86));
  await paintEmblem(context, reading, palette, { ...center, edge: radius * 1.24 });

  if (name === null) return canvas;
  const tall = fitText(context, name.toUpperCase(), width * 0.84, edge * 0.1);
  context.fillStyle = palette.ink;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(name.toUpperCase(), width / 2, center.y + radius * 1.1 + edge * 0.11);
  const y = center.y + radius * 1.1 + edge * 0.11 + tall * 0.85;
  context.fillStyle = palette.second;
  context.fillRect(width / 2 - edge * 0.09, y, edge * 0.18, edge * 0.012);
  return canvas;
}

/** Draws a rounded tile with the subject in its middle. */
export async function drawIcon(reading: PromptReading, size: Size, seed: number): Promise<Canvas> {
  const { width, height } = size;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const palette = choosePalette(reading.colors, seed);
  context.fillStyle = "#f3f4f7";
  context.fillRect(0, 0, width, height);
  const edge = Math.min(width, height) * 0.78;
  const [left, top] = [(width - edge) / 2, (height - edge) / 2];
  const tile = () => {
    context.beginPath();
    context.roundRect(left, top, edge, edge, edge * 0.23);
  };
  context.save();
  context.shadowColor = "rgba(20,20,50,0.3)";
  context.shadowBlur = edge * 0.06;
  context.shadowOffsetY = edge * 0.025;
  const fill = context.createLinearGradient(left, top, left + edge * 0.4, top + edge);
  fill.addColorStop(0, mix(lighten(palette.second, 0.35), "#ffffff", 0.1));
  fill.addColorStop(1, darken(palette.second, 0.12));
  context.fillStyle = fill;
  tile();
  context.fill();
  context.restore();
  context.save();
  tile();
  context.clip();
  const shine = context.createRadialGradient(width / 2, top, 0, width / 2, top, edge * 0.9);
  shine.addColorStop(0, "rgba(255,255,255,0.35)");
  shine.addColorStop(1, "rgba(255,255,255,0)");
  context.fillStyle = shine;
  context.fillRect(left, top, edge, edge);
  context.restore();
  const middle = { x: width / 2, y: height / 2, edge: edge * 0.62 };
  await paintEmblem(context, reading, { ...palette, first: "#ffffff" }, middle);
  return canvas;
}

/** Paints the first subject, or the initials of the name. */
async function paintEmblem(
  context: SKRSContext2D,
  reading: PromptReading,
  palette: Palette,
  { x, y, edge }: { x: number; y: number; edge: number },
): Promise<void> {
  const [subject] = reading.subjects;
  if (!subject) {
    const initials = initialsOf(nameOf(reading) ?? reading.unknownWords[0] ?? "A");
    const tall = fitText(context, initials, edge, edge * 0.8);
    context.fillStyle = palette.first;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(initials, x, y + tall * 0.04);
    return;
  }
  const sprite = await loadSprite(emblemOf(subject), {
    color: subject.color,
    withBody: false,
  });
  const scale = edge / Math.max(sprite.width, sprite.height);
  const [wide, tall] = [sprite.width * scale, sprite.height * scale];
  context.save();
  context.shadowColor = withAlpha(palette.ink, 0.35);
  context.shadowBlur = edge * 0.05;
  context.shadowOffsetY = edge * 0.03;
  context.drawImage(sprite, x - wide / 2, y - tall / 2, wide, tall);
  context.restore();
}

/** A shop is shown by what it sells: its house would say nothing in a logo. */
const emblems: Readonly<Record<string, string>> = {
  bakery: "🥐",
  "flower shop": "💐",
  restaurant: "🍽️",
  bistro: "🍽️",
  shop: "🛍️",
  "coffee shop": "☕",
  cafe: "☕",
};

function emblemOf({ emoji, words }: Subject): string {
  return emoji === "@solid:cafe" ? (emblems[words] ?? "☕") : emoji;
}

function nameOf({ title, quotedText }: PromptReading): string | null {
  return title ?? quotedText?.split("\n")[0] ?? null;
}

function initialsOf(name: string): string {
  if (/^\p{Lu}{1,3}$/u.test(name)) return name;
  const letters = name.split(/\s+/u).map((word) => Array.from(word)[0] ?? "");
  return letters.slice(0, 2).join("").toUpperCase();
}

function disc(
  context: SKRSContext2D,
  { x, y }: { x: number; y: number },
  radius: number,
  color: string,
): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

/** Sets the largest font up to `tallMax` in which the text is at most `wide`; returns its size. */
export function fitText(
  context: SKRSContext2D,
  text: string,
  wide: number,
  tallMax: number,
): number {
  context.font = `bold ${tallMax}px "${family}"`;
  const tall = Math.min(tallMax, (tallMax * wide) / Math.max(1, context.measureText(text).width));
  context.font = `bold ${tall}px "${family}"`;
  return tall;
}
