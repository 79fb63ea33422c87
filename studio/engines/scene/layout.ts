import type { Canvas } from "@napi-rs/canvas";

import { type Habit, habitOf } from "./habits.ts";
import type { Stage } from "./layer.ts";
import type { PromptReading, Subject } from "./read-prompt.ts";
import type { Place, Scenery } from "./scenery.ts";
import { loadSprite } from "./sprites.ts";

/** One figure in the picture. Lengths in pixels; `x` is its middle, `y` where its feet are. */
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
  /** For its part of a movement, so that a group does not move as one. */
  readonly phase: number;
  /** What it sits on, if it rides. */
  readonly mount: Figure | null;
}

const figuresMax = 12;

interface Row {
  readonly subject: Subject;
  readonly habit: Habit;
  readonly sprite: Canvas;
}

/** Finds a place for every subject, far ones first, so that painting in order overlaps rightly. */
export async function layOut(
  reading: PromptReading,
  place: Place,
  stage: Stage,
  scenery: Scenery,
): Promise<Figure[]> {
  const rows: Row[] = [];
  const riders = reading.subjects.filter(({ mount }) => mount !== null);
  for (const subject of reading.subjects) {
    if (subject.mount !== null) continue;
    const sprite = await loadSprite(subject.emoji, { color: subject.color });
    rows.push({ subject, habit: habitOf(subject.emoji), sprite });
  }
  const floats = scenery.footing === "none" && place !== "underwater";
  const isAloft = ({ habit }: Row) =>
    floats ||
    place === "underwater" ||
    (habit.habitat === "air" && place !== "table" && place !== "room") ||
    habit.habitat === "space";
  const isFar = (row: Row) =>
    !isAloft(row) && row.habit.habitat === "building" && rows.some((other) => !isFarKind(other));
  const far = rows.filter(isFar);
  const aloft = rows.filter((row) => isAloft(row));
  const near = rows.filter((row) => !isFar(row) && !isAloft(row));
  const ground = stage.height - stage.horizon;
  const sideBySide = far.length > 0 && aloft.length > 0 && near.length === 0;
  const figures = [
    ...spread(far, stage, {
      y: stage.horizon + ground * 0.22,
      scale: 0.78,
      spanShare: 0.8,
      aloft: false,
      grounded: true,
      center: sideBySide ? 0.66 : 0.5,
    }),
    ...spread(aloft, stage, {
      y: aloftY(place, stage, near.length > 0),
      scale: near.length > 0 ? 0.8 : 1.05,
      spanShare: 0.74,
      aloft: true,
      grounded: scenery.footing !== "none",
      center: sideBySide ? 0.3 : 0.5,
    }),
    ...spread(near, stage, {
      y: nearY(place, stage) - (near.every(isFarKind) ? ground * 0.22 : 0),
      scale: place === "table" ? 1.2 : near.every(isFarKind) ? 0.82 : 1,
      spanShare: 0.8,
      aloft: false,
      grounded: scenery.footing !== "none",
      center: 0.5,
    }),
  ];
  return seatRiders(figures, riders);
}

/** Each rider sits behind the shoulders of its mount, painted first so that the mount hides its legs. */
async function seatRiders(
  figures: readonly Figure[],
  riders: readonly Subject[],
): Promise<Figure[]> {
  const seated = [...figures];
  for (const rider of riders) {
    const sprite = await loadSprite(rider.emoji, { color: rider.color, withBody: false });
    const mounts = figures
      .filter(({ emoji }) => emoji === rider.mount)
      .slice(0, Math.max(1, rider.count));
    for (const mount of mounts) {
      const height = mount.height * 0.62;
      const width = (height * sprite.width) / sprite.height;
      const figure: Figure = {
        ...mount,
        emoji: rider.emoji,
        sprite,
        width,
        height,
        x: mount.x + (mount.isFlipped ? 1 : -1) * -mount.width * 0.06,
        y: mount.y - mount.height * 0.54,
        isFlipped: false,
        habit: { ...habitOf(rider.emoji), habitat: "air" },
        hasGroundUnder: false,
        mount,
      };
      seated.splice(seated.indexOf(mount), 0, figure);
    }
  }
  return seated;
}

function isFarKind({ habit }: Row): boolean {
  return habit.habitat === "building";
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

function spread(
  rows: readonly Row[],
  stage: Stage,
  band: {
    y: number;
    scale: number;
    spanShare: number;
    aloft: boolean;
    grounded: boolean;
    center: number;
  },
): Figure[] {
  const random = stage.random.fork(`layout ${band.y.toFixed(0)} ${band.aloft}`);
  const members = interleave(rows);
  if (members.length === 0) return [];
  const unit = Math.min(stage.height * 0.62, stage.width * 0.7) * band.scale;
  const crowd = members.length > 6 ? 0.72 : 1;
  const sizes = members.map(({ habit, sprite }) => {
    const height = unit * habit.size * crowd * random.between(0.95, 1.05);
    return { height, width: (height * sprite.width) / sprite.height };
  });
  const gap = 0.9;
  const span = sizes.reduce((sum, { width }) => sum + width * gap, 0);
  const fit = Math.min(1, (stage.width * band.spanShare) / span);
  // A single figure stands a little away from the light, as a painter would put it.
  const center =
    stage.width * (band.center - (members.length === 1 ? (stage.mood.lightX - 0.5) * 0.16 : 0));

  let left = center - (span * fit) / 2;
  const figures = members.map(({ subject, habit, sprite }, index): Figure => {
    const size = sizes[index] ?? { width: 0, height: 0 };
    const width = size.width * fit;
    const height = size.height * fit;
    const x = left + (width * gap) / 2;
    left += width * gap;
    const stagger = members.length === 1 ? 0 : (index % 2 === 0 ? 1 : -1) * random.between(0.2, 1);
    const y = band.aloft
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
      hasGroundUnder: band.grounded && !band.aloft,
      phase: random.between(0, Math.PI * 2),
      mount: null,
    };
  });
  return figures.toSorted((one, other) => one.y - other.y);
}

/** Groups share the row: the most important kind in the middle, at most `figuresMax` together. */
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
