import { type Canvas, createCanvas } from "@napi-rs/canvas";

import { furnish } from "./decor.ts";
import { loadSprite, sinkSprite } from "./drawings/sprites.ts";
import { type Habit, habitOf } from "./habits.ts";
import { type Stage, figureEdge } from "./layer.ts";
import type { PromptReading, Subject } from "./reading/read-prompt.ts";
import type { Place, Scenery } from "./scenery/scenery.ts";
import { seatCarried } from "./seating.ts";
import { isHeldAbove } from "./seats.ts";

/** A figure of the scene. Lengths in pixels; `x` is its centre, `y` the position of its feet. */
export interface Figure {
  readonly emoji: string;
  readonly sprite: Canvas;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isFlipped: boolean;
  readonly habit: Habit;
  readonly hasGroundUnder: boolean;
  /** Phase of the figure's motion, so that the members of a group do not move in step. */
  readonly phase: number;
  /** The figure that carries this one and determines its motion. */
  readonly mount: Figure | null;
  /** The emoji of the subject above this figure. */
  readonly shelter: string | null;
  /** The hand that holds the string of a balloon or kite: pixels from the holder's centre, and from the top. */
  readonly string?: { readonly x: number; readonly y: number };
}

const figuresMax = 12;
const stackMax = 8;
const nearSize = 0.7;

interface Row {
  readonly subject: Subject;
  readonly habit: Habit;
  readonly sprite: Canvas;
}

/**
 * Positions every subject. Far figures come first, so that near ones are painted over them. `grounded` are the
 * emoji of subjects that stand on the ground although their kind does not.
 */
export async function layOut(
  reading: PromptReading,
  place: Place,
  stage: Stage,
  scenery: Scenery,
  grounded: ReadonlySet<string> = new Set(),
): Promise<Figure[]> {
  const rows: Row[] = [];
  const raised = new Set(
    reading.subjects.map(({ shelter }) => shelter).filter((shelter) => isHeldAbove(shelter)),
  );
  const isCarried = ({ emoji, mount, shelter, holder, front }: Subject) =>
    mount !== null ||
    holder !== null ||
    front !== null ||
    (shelter !== null && !raised.has(shelter)) ||
    raised.has(emoji);
  const edge = figureEdge(stage);
  const furniture = await furnish(reading, place, stage);
  const stands = new Set(furniture.map(({ emoji }) => emoji));
  for (const subject of reading.subjects) {
    if (isCarried(subject) || stands.has(subject.emoji)) continue;
    const single = await loadSprite(artOf(subject), { color: subject.color, edge });
    const own = habitOf(subject.emoji);
    const isSwimming = place === "sea" && own.habitat === "underwater";
    const sprite = isSwimming ? sinkSprite(single) : single;
    const habitat = grounded.has(subject.emoji) ? "ground" : own.habitat;
    const habit: Habit = { ...own, habitat, size: own.size * subject.scale };
    if (subject.isStacked && subject.count > 1) rows.push(stackRow(subject, habit, sprite));
    else rows.push({ subject, habit, sprite });
  }
  const [only] = rows;
  const isAlone = reading.subjects.length === 1 && reading.decor.length === 0;
  if (only && isAlone && only.subject.count === 1) {
    // A single small thing is shown from near.
    rows[0] = { ...only, habit: { ...only.habit, size: Math.max(only.habit.size, nearSize) } };
  }
  const bands = arrangeBands(rows, place, stage, scenery);
  const figures = bands.flatMap((band) => spread(band, stage));
  const carried = reading.subjects.filter(isCarried);
  return seatCarried([...furniture, ...figures], carried, stage);
}

/** A single book lies in a stack, whereas the library's art shows three upright books. */
function artOf({ emoji, isStacked, count }: Subject): string {
  return emoji === "📚" && isStacked && count > 1 ? "@solid:book" : emoji;
}

/** Makes one figure of copies that lie on each other. */
function stackRow(subject: Subject, habit: Habit, sprite: Canvas): Row {
  const count = Math.min(stackMax, subject.count);
  // Copies cover the upper side of the copy below, whose height is not seen.
  const step = sprite.height * Math.min(0.8, Math.max(0.34, sprite.height / sprite.width) * 0.66);
  const stacked = createCanvas(
    Math.round(sprite.width * 1.08),
    Math.round(sprite.height + step * (count - 1)),
  );
  const context = stacked.getContext("2d");
  for (let copy = 0; copy < count; copy += 1) {
    const x = sprite.width * (copy % 2 === 0 ? 0.01 : 0.07);
    context.drawImage(sprite, x, stacked.height - sprite.height - copy * step);
  }
  const size = habit.size * (1 + 0.3 * (count - 1)) * 0.8;
  return { subject: { ...subject, count: 1 }, habit: { ...habit, size }, sprite: stacked };
}

/** Rows of the same depth. `span` and `center` are shares of the frame's width. */
interface Band {
  readonly rows: readonly Row[];
  /** Pixels from the top to the feet, or to the centre of hovering figures. */
  readonly y: number;
  readonly scale: number;
  readonly span: number;
  readonly center: number;
  readonly hovers: boolean;
  readonly hasGroundUnder: boolean;
}

/** Sorts rows from far to near: buildings, boats off the shore, flying subjects, all others. */
function arrangeBands(
  rows: readonly Row[],
  place: Place,
  stage: Stage,
  scenery: Scenery,
): readonly Band[] {
  const floats = scenery.footing === "none";
  const isIndoors = place === "table" || place === "room";
  const kindOf = ({ habit }: Row): "far" | "offshore" | "aloft" | "near" => {
    if (floats || habit.habitat === "space") return "aloft";
    if (habit.habitat === "air" && !isIndoors) return "aloft";
    if (habit.habitat === "afloat" && (place === "beach" || place === "lake")) return "offshore";
    return habit.habitat === "building" ? "far" : "near";
  };
  const of = (kind: ReturnType<typeof kindOf>) => rows.filter((row) => kindOf(row) === kind);
  const [far, offshore, aloft, near] = [of("far"), of("offshore"), of("aloft"), of("near")];

  const { height, horizon, mood } = stage;
  const ground = height - horizon;
  // Far and near subjects stand side by side, so that neither hides the other.
  const away = mood.lightX < 0.5 ? 1 : -1;
  const isPair = far.length > 0 && near.length + aloft.length > 0;
  const isBusy = near.length > 0 || offshore.length > 0;
  return [
    {
      rows: far,
      y: horizon + ground * farShare(place, near.length > 0),
      scale: 0.8,
      span: isPair ? 0.6 : 0.8,
      center: isPair ? 0.5 + away * 0.15 : 0.5,
      hovers: false,
      hasGroundUnder: true,
    },
    {
      rows: offshore,
      y: horizon + ground * 0.24,
      scale: near.length > 0 ? 0.62 : 0.85,
      span: 0.6,
      center: 0.5 - away * (isPair ? 0.34 : 0.16),
      hovers: false,
      hasGroundUnder: false,
    },
    {
      rows: aloft,
      y: aloftY(place, stage, isBusy),
      scale: isBusy ? 0.8 : 1.05,
      span: 0.74,
      center: isBusy ? 0.5 + away * 0.24 : isPair ? 0.5 - away * 0.2 : 0.5,
      hovers: true,
      hasGroundUnder: false,
    },
    {
      rows: near,
      y: nearY(place, stage),
      scale: place === "table" ? 1.2 : 1,
      span: isPair ? 0.72 : 0.8,
      center: (isPair || aloft.length > 0) && near.length === 1 ? 0.5 - away * 0.14 : 0.5,
      hovers: false,
      hasGroundUnder: !floats,
    },
  ];
}

/** Returns the depth of buildings, on dry land: at a lake or beach, on the near shore. */
function farShare(place: Place, hasCompany: boolean): number {
  if (place === "lake") return 0.64;
  if (place === "beach") return 0.5;
  return hasCompany ? 0.22 : 0.42;
}

function aloftY(place: Place, stage: Stage, hasCompany: boolean): number {
  const { height } = stage;
  if (place === "underwater" || place === "space" || place === "sky" || place === "abstract") {
    return height * 0.5;
  }
  return height * (hasCompany ? 0.27 : 0.4);
}

function nearY(place: Place, { height, horizon }: Stage): number {
  if (place === "sea") return horizon + (height - horizon) * 0.5;
  if (place === "lake") return horizon + (height - horizon) * 0.74;
  return horizon + (height - horizon) * (place === "room" || place === "table" ? 0.56 : 0.66);
}

function spread(band: Band, stage: Stage): Figure[] {
  const random = stage.random.fork(`layout ${band.y.toFixed(0)} ${band.hovers}`);
  const members = interleave(band.rows);
  if (members.length === 0) return [];
  const unit = Math.min(stage.height * 0.62, stage.width * 0.7) * band.scale;
  const crowd = members.length > 6 ? 0.72 : 1;
  const sizes = members.map(({ habit, sprite }) => {
    const wanted = unit * habit.size * crowd * random.between(0.95, 1.05);
    const height = band.hovers ? wanted : Math.min(wanted, band.y - stage.height * 0.05);
    return { height, width: (height * sprite.width) / sprite.height };
  });
  const gap = 0.9;
  const span = sizes.reduce((sum, { width }) => sum + width * gap, 0);
  const fit = Math.min(1, (stage.width * band.span) / span);
  // A single figure stands slightly away from the light, as in a painting.
  const center =
    stage.width * (band.center - (members.length === 1 ? (stage.mood.lightX - 0.5) * 0.16 : 0));

  let left = center - (span * fit) / 2;
  const figures = members.map(({ subject, habit, sprite }, index): Figure => {
    const size = sizes[index] ?? { width: 0, height: 0 };
    const width = size.width * fit;
    const height = size.height * fit;
    // A wide figure next to the middle stays within the frame.
    const margin = Math.min(width / 2, stage.width / 2);
    const wanted = left + (width * gap) / 2;
    const x = Math.max(margin, Math.min(stage.width - margin, wanted));
    left += width * gap;
    const stagger = members.length === 1 ? 0 : (index % 2 === 0 ? 1 : -1) * random.between(0.2, 1);
    const y = band.hovers
      ? band.y + height / 2 + stagger * stage.height * (members.length > 2 ? 0.13 : 0.08)
      : band.y + stagger * (stage.height - stage.horizon) * 0.07;
    const looksInward = x < stage.width * 0.5;
    return {
      emoji: subject.emoji,
      sprite,
      x,
      y,
      width,
      height,
      isFlipped: habit.facesLeft && looksInward,
      habit,
      hasGroundUnder: band.hasGroundUnder,
      phase: random.between(0, Math.PI * 2),
      mount: null,
      shelter: subject.shelter,
    };
  });
  return figures.toSorted((one, other) => one.y - other.y);
}

/** Merges groups into one row of about `figuresMax` figures, with the first kind in the middle. */
function interleave(rows: readonly Row[]): Row[] {
  const total = rows.reduce((sum, { subject }) => sum + subject.count, 0);
  const members: Row[] = [];
  for (const row of rows) {
    const share =
      total > figuresMax
        ? Math.max(1, Math.floor((row.subject.count * figuresMax) / total))
        : row.subject.count;
    for (let index = 0; index < share; index += 1) {
      if (members.length % 2 === 0) members.push(row);
      else members.unshift(row);
    }
  }
  return members;
}
