import { type Canvas, createCanvas } from "@napi-rs/canvas";

import { habitOf } from "./habits.ts";
import type { Stage } from "./layer.ts";
import type { Figure } from "./layout.ts";
import type { Subject } from "./read-prompt.ts";
import { type Seat, seatOf } from "./seats.ts";
import { loadSprite } from "./sprites.ts";

/**
 * Adds who rides on, sits in or stands under figures that have their place: riders are painted
 * before their mount, which hides their legs, all others after it.
 */
export async function seatCarried(
  figures: readonly Figure[],
  carried: readonly Subject[],
  stage: Stage,
): Promise<Figure[]> {
  const seated = [...figures];
  for (const subject of carried) {
    const carriers = figures.filter(({ emoji }) => emoji === (subject.mount ?? subject.shelter));
    const [first] = carriers;
    if (!first) continue;
    const seat = seatOf(first.emoji);
    if (subject.shelter !== null) {
      const sprite = await loadSprite(subject.emoji, { color: subject.color });
      seated.splice(seated.indexOf(first) + 1, 0, ...standUnder(first, subject, sprite, stage));
      continue;
    }
    const withBody = seat.kind === "on";
    const sprite = await loadSprite(subject.emoji, { color: subject.color, withBody });
    if (seat.kind === "ride") {
      for (const mount of carriers.slice(0, Math.max(1, subject.count))) {
        seated.splice(seated.indexOf(mount), 0, astride(mount, subject, sprite));
      }
      continue;
    }
    const shown = seat.kind === "in" ? cutAtWaist(sprite) : sprite;
    seated.splice(seated.indexOf(first) + 1, 0, ...sideBySide(first, seat, subject, shown));
  }
  return seated;
}

/** Behind the shoulders of the mount. */
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

/** All that sit on or in one thing, next to each other and small enough to fit. */
function sideBySide(carrier: Figure, seat: Seat, subject: Subject, sprite: Canvas): Figure[] {
  const habit = habitOf(subject.emoji);
  const width = carrier.width * seat.span;
  const natural = (carrier.height / carrier.habit.size) * habit.size;
  // A passenger is seen by head and shoulders, however small its boat was drawn.
  const wanted = seat.kind === "in" ? Math.min(natural * 0.6, carrier.height * 0.42) : natural;
  const aspect = sprite.width / sprite.height;
  const fit = Math.min(1, width / (wanted * aspect * (subject.count * 0.92 + 0.08)));
  const height = wanted * fit;
  const step = height * aspect * 0.92;
  return Array.from({ length: subject.count }, (_, index): Figure => {
    return {
      ...carrier,
      emoji: subject.emoji,
      sprite,
      width: height * aspect,
      height,
      x: carrier.x + (index - (subject.count - 1) / 2) * step,
      y: carrier.y - carrier.height * seat.height,
      isFlipped: habit.facesLeft && index < subject.count / 2,
      habit,
      hasGroundUnder: false,
      phase: carrier.phase + index,
      // In a boat they move as it does; on a seat each moves by itself.
      mount: seat.kind === "in" ? carrier : null,
    };
  });
}

function standUnder(shelter: Figure, subject: Subject, sprite: Canvas, stage: Stage): Figure[] {
  const habit = habitOf(subject.emoji);
  const natural = (shelter.height / shelter.habit.size) * habit.size;
  const height = Math.min(natural, shelter.height * 0.52);
  const width = (height * sprite.width) / sprite.height;
  const y = shelter.y + (stage.height - stage.horizon) * 0.05;
  return Array.from({ length: subject.count }, (_, index): Figure => {
    // To either side of the trunk, so that both are seen.
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

function cutAtWaist(sprite: Canvas): Canvas {
  const shown = createCanvas(sprite.width, Math.round(sprite.height * 0.78));
  shown.getContext("2d").drawImage(sprite, 0, 0);
  return shown;
}
