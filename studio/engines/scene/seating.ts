import { type Canvas, createCanvas } from "@napi-rs/canvas";

import { isWholeFigure } from "./drawings/figures.ts";
import { loadSprite } from "./drawings/sprites.ts";
import { type Habit, habitOf, isPerson } from "./habits.ts";
import { gripOf } from "./holding.ts";
import { type Stage, figureEdge } from "./layer.ts";
import type { Figure } from "./layout.ts";
import type { Subject } from "./reading/read-prompt.ts";
import { isHeldAbove, seatOf } from "./seats.ts";

/**
 * Adds subjects that ride on, sit in or stand under positioned figures. Riders are painted before
 * their mount, which hides their legs; all others are painted after it.
 */
export async function seatCarried(
  figures: readonly Figure[],
  carried: readonly Subject[],
  stage: Stage,
): Promise<Figure[]> {
  const seated = [...figures];
  for (const subject of carriersFirst(carried)) {
    if (isHeldAbove(subject.emoji)) {
      const sprite = await loadSprite(subject.emoji, {
        color: subject.color,
        edge: figureEdge(stage),
      });
      for (const holder of seated.filter(({ shelter }) => shelter === subject.emoji)) {
        seated.splice(seated.indexOf(holder), 0, heldAbove(holder, subject, sprite));
      }
      continue;
    }
    if (subject.holder !== null) {
      const holder = seated.find(({ emoji }) => emoji === subject.holder);
      if (!holder) continue;
      const sprite = await loadSprite(subject.emoji, {
        color: subject.color,
        edge: figureEdge(stage),
      });
      seated.splice(seated.indexOf(holder) + 1, 0, ...held(holder, subject, sprite, stage));
      continue;
    }
    if (subject.front !== null) {
      const cover = seated.find(({ emoji }) => emoji === subject.front);
      if (!cover) continue;
      const sprite = await loadSprite(subject.emoji, {
        color: subject.color,
        edge: figureEdge(stage),
      });
      seated.splice(seated.indexOf(cover), 0, ...standBehind(cover, subject, sprite, stage));
      continue;
    }
    const dispatchers = seated.filter(({ emoji }) => emoji === (subject.mount ?? subject.shelter));
    const [first] = dispatchers;
    if (!first) continue;
    const seat = seatOf(first.emoji);
    const party = partyOf(subject, carried);
    if (subject.shelter !== null) {
      const sprite = await loadSprite(subject.emoji, {
        color: subject.color,
        edge: figureEdge(stage),
      });
      seated.splice(seated.indexOf(first) + 1, 0, ...standUnder(first, party, sprite, stage));
      continue;
    }
    const withBody = seat.kind === "on";
    const sprite = await loadSprite(subject.emoji, {
      color: subject.color,
      withBody,
      edge: figureEdge(stage),
    });
    if (seat.kind === "ride") {
      for (const mount of dispatchers.slice(0, Math.max(1, subject.count))) {
        seated.splice(seated.indexOf(mount), 0, astride(mount, subject, sprite));
      }
      continue;
    }
    const shown = seat.kind === "in" ? cutAtWaist(sprite, subject.emoji) : sprite;
    seated.splice(seated.indexOf(first) + 1, 0, ...sideBySide(first, party, shown, stage));
  }
  return seated;
}

/** Sorts subjects so that a book on a table precedes the apple on the book. */
function carriersFirst(carried: readonly Subject[]): readonly Subject[] {
  const carrierOf = ({ mount, holder, front, shelter }: Subject) =>
    carried.find(({ emoji }) => emoji === (mount ?? holder ?? front ?? shelter));
  const depthOf = (subject: Subject, limit = carried.length): number => {
    const carrier = limit === 0 ? undefined : carrierOf(subject);
    return carrier === undefined ? 0 : 1 + depthOf(carrier, limit - 1);
  };
  return carried.toSorted((one, other) => depthOf(one) - depthOf(other));
}

/** Where heads and hands are, as shares of a figure's height from its feet, and of its width. */
interface Anatomy {
  readonly crown: number;
  readonly eyes: number;
  readonly neck: number;
  readonly hands: number;
  readonly headWidth: number;
  /** Distance of the head from the middle of an animal that is seen from the side, in shares of its width. */
  readonly ahead?: number;
}

/** Animals from the side, without art from the front. */
const sideViews: Readonly<Record<string, Anatomy>> = {
  "🦒": { crown: 0.96, eyes: 0.9, neck: 0.66, hands: 0.2, headWidth: 0.34, ahead: 0.27 },
  "🐘": { crown: 0.9, eyes: 0.7, neck: 0.45, hands: 0.2, headWidth: 0.4, ahead: 0.25 },
  "🦌": { crown: 0.8, eyes: 0.72, neck: 0.55, hands: 0.2, headWidth: 0.3, ahead: 0.26 },
  "🐑": { crown: 0.88, eyes: 0.74, neck: 0.52, hands: 0.2, headWidth: 0.4, ahead: 0.3 },
  "🦆": { crown: 0.97, eyes: 0.85, neck: 0.6, hands: 0.2, headWidth: 0.4, ahead: 0.22 },
};

function anatomyOf(emoji: string): Anatomy {
  const side = sideViews[emoji];
  if (side) return side;
  if (isPerson(emoji)) return { crown: 0.97, eyes: 0.72, neck: 0.5, hands: 0.32, headWidth: 0.66 };
  return { crown: 0.93, eyes: 0.74, neck: 0.5, hands: 0.3, headWidth: 0.62 };
}

/** Places a thing in the hands, on the head or before the eyes of its holder, or above it on a string. */
function held(holder: Figure, subject: Subject, sprite: Canvas, stage: Stage): Figure[] {
  const body = anatomyOf(holder.emoji);
  const habit = habitOf(subject.emoji);
  const aspect = sprite.width / sprite.height;
  const grip = gripOf(subject.emoji);
  const place = (width: number, x: number, y: number): Figure => ({
    ...holder,
    emoji: subject.emoji,
    sprite,
    width,
    height: width / aspect,
    x: holder.x + x,
    y: y + width / aspect / 2,
    isFlipped: false,
    habit: { ...habit, habitat: "air", motion: "still" },
    hasGroundUnder: false,
    mount: holder,
  });
  const up = (share: number) => holder.y - holder.height * share;
  const headWidth = holder.width * body.headWidth;
  const head = holder.width * (body.ahead ?? 0) * (holder.isFlipped ? 1 : -1);
  switch (grip) {
    case "head": {
      // A top hat is narrower than the head, and stands on it.
      const isTall = subject.emoji === "🎩";
      const width = headWidth * (isTall ? 0.74 : 0.95);
      return [place(width, head, up(body.crown) - (isTall ? (width / aspect) * 0.28 : 0))];
    }
    case "eyes":
      return [place(headWidth * 0.86, head, up(body.eyes))];
    case "neck":
      return [place(headWidth * 0.6, head * 0.8, up(body.neck))];
    case "aloft": {
      const side = holder.x > stage.width * 0.55 ? -1 : 1;
      return Array.from({ length: Math.min(5, subject.count) }, (_, index) => {
        const width = holder.width * (subject.emoji === "🪁" ? 0.6 : 0.46);
        const x = side * holder.width * (0.62 + index * 0.3);
        const y = Math.max(stage.height * 0.14, up(1.08) - (index % 2) * holder.height * 0.16);
        return { ...place(width, x, y), string: { x: side * holder.width * 0.34, y: up(0.32) } };
      });
    }
    case "hands": {
      const width = holder.width * Math.min(0.85, 0.4 + habit.size * 0.5) * Math.min(1.2, aspect);
      const side = holder.x > stage.width * 0.5 ? -1 : 1;
      // Animals have their things before their feet.
      if (!isPerson(holder.emoji)) return [place(width * 0.8, side * holder.width * 0.5, up(0.12))];
      return [place(width * subject.scale, side * holder.width * 0.2, up(body.hands))];
    }
  }
}

/** Places figures behind another one: higher, and taller than what covers them. */
function standBehind(cover: Figure, subject: Subject, sprite: Canvas, stage: Stage): Figure[] {
  const habit = habitOf(subject.emoji);
  const natural = (cover.height / cover.habit.size) * habit.size * subject.scale;
  const height = Math.min(Math.max(natural, cover.height * 0.9), cover.y - stage.height * 0.06);
  const width = (height * sprite.width) / sprite.height;
  const y = cover.y - (stage.height - stage.horizon) * 0.12;
  // What is narrower than its cover looks over it, else it would be hidden.
  const lift = height < cover.height * 1.25 && width < cover.width ? cover.height * 0.45 : 0;
  return Array.from({ length: subject.count }, (_, index): Figure => ({
    ...cover,
    emoji: subject.emoji,
    sprite,
    width,
    height,
    x: cover.x + (index - (subject.count - 1) / 2) * width * 0.95,
    y: y - lift,
    isFlipped: habit.facesLeft,
    habit,
    hasGroundUnder: lift === 0 && cover.hasGroundUnder,
    phase: cover.phase + index,
    mount: null,
  }));
}

/** A subject among those that share a carrier: figures before it, and the total of all figures. */
interface Party {
  readonly subject: Subject;
  readonly before: number;
  readonly total: number;
}

function partyOf(subject: Subject, carried: readonly Subject[]): Party {
  const sharing = carried.filter(
    ({ mount, shelter }) => mount === subject.mount && shelter === subject.shelter,
  );
  const countOf = (subjects: readonly Subject[]) =>
    subjects.reduce((sum, { count }) => sum + count, 0);
  return {
    subject,
    before: countOf(sharing.slice(0, sharing.indexOf(subject))),
    total: countOf(sharing),
  };
}

/** Places an umbrella above its holder's head, with the stick behind the shoulder. */
function heldAbove(holder: Figure, subject: Subject, sprite: Canvas): Figure {
  const height = holder.height * 0.95;
  return {
    ...holder,
    emoji: subject.emoji,
    sprite,
    width: (height * sprite.width) / sprite.height,
    height,
    x: holder.x + holder.width * 0.12,
    y: holder.y - holder.height * 0.4,
    isFlipped: false,
    habit: { ...habitOf(subject.emoji), habitat: "air" },
    hasGroundUnder: false,
    mount: holder,
  };
}

/** Places a rider behind the shoulders of its mount. */
function astride(mount: Figure, rider: Subject, sprite: Canvas): Figure {
  const height = mount.height * 0.62;
  return {
    ...mount,
    emoji: rider.emoji,
    sprite,
    width: (height * sprite.width) / sprite.height,
    height,
    x: mount.x + (mount.isFlipped ? 1 : -1) * -mount.width * 0.06,
    y: mount.y - mount.height * 0.54,
    isFlipped: false,
    habit: { ...habitOf(rider.emoji), habitat: "air" },
    hasGroundUnder: false,
    mount,
  };
}

/** Places figures next to each other on or in a carrier, scaled to fit. */
function sideBySide(carrier: Figure, party: Party, sprite: Canvas, stage: Stage): Figure[] {
  const { subject, before, total } = party;
  const seat = seatOf(carrier.emoji);
  const habit = habitOf(subject.emoji);
  const width = carrier.width * seat.span;
  const natural = (carrier.height / carrier.habit.size) * habit.size;
  // Only head and shoulders of a passenger are visible, scaled to the size of the carrier.
  const isAfloat = carrier.habit.habitat === "afloat";
  const most = isAfloat ? Math.min(natural * 0.6, carrier.height * 0.42) : carrier.height * 0.9;
  const wanted = seat.kind === "in" ? Math.min(natural, most) : natural;
  const aspect = sprite.width / sprite.height;
  const y = carrier.y - carrier.height * seat.height;
  // Things in a bowl cover each other.
  const crowding = seat.kind === "in" && !isAfloat ? 0.55 : 0.92;
  const fit = Math.min(
    1,
    width / (wanted * aspect * (total * crowding + 1 - crowding)),
    (y - stage.height * 0.04) / wanted,
  );
  const height = wanted * fit;
  // Figures of one kind sit close together; figures of several kinds are spaced evenly.
  const step = total === subject.count ? height * aspect * crowding : width / total;
  return Array.from({ length: subject.count }, (_, index): Figure => {
    return {
      ...carrier,
      emoji: subject.emoji,
      sprite,
      width: height * aspect,
      height,
      x: carrier.x + (before + index - (total - 1) / 2) * step,
      y,
      isFlipped: habit.facesLeft && before + index < total / 2,
      habit: seat.kind === "on" ? restful(habit) : habit,
      hasGroundUnder: false,
      phase: carrier.phase + index,
      // Figures in a boat move with the boat; figures on a seat move independently.
      mount: seat.kind === "in" ? carrier : null,
    };
  });
}

/** Replaces the motion of seated figures by swaying, so that they stay on their seat. */
function restful(habit: Habit): Habit {
  return habit.motion === "still" ? habit : { ...habit, motion: "sway" };
}

function standUnder(shelter: Figure, party: Party, sprite: Canvas, stage: Stage): Figure[] {
  const { subject, before } = party;
  const habit = habitOf(subject.emoji);
  const natural = (shelter.height / shelter.habit.size) * habit.size;
  const height = Math.min(natural, shelter.height * 0.52);
  const width = (height * sprite.width) / sprite.height;
  const y = shelter.y + (stage.height - stage.horizon) * 0.05;
  return Array.from({ length: subject.count }, (_, member): Figure => {
    const index = before + member;
    // Figures stand on alternating sides of the trunk, so that all are visible.
    const side = (index % 2 === 0 ? -1 : 1) * (Math.floor(index / 2) + 0.5);
    const x = shelter.x + side * Math.max(width * 1.05, shelter.width * 0.3);
    return {
      ...shelter,
      emoji: subject.emoji,
      sprite,
      width,
      height,
      x,
      y: y + (index % 2) * stage.height * 0.012,
      isFlipped: habit.facesLeft && x < stage.width / 2,
      habit,
      hasGroundUnder: shelter.hasGroundUnder,
      phase: shelter.phase + index * 1.7,
      mount: null,
    };
  });
}

/** Crops a figure behind an edge. Crops heads and busts less, because they have little below. */
function cutAtWaist(sprite: Canvas, emoji: string): Canvas {
  const shownShare = isWholeFigure(emoji) ? 0.78 : 0.94;
  const shown = createCanvas(sprite.width, Math.round(sprite.height * shownShare));
  shown.getContext("2d").drawImage(sprite, 0, 0);
  return shown;
}
