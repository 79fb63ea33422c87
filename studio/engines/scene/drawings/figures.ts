import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import { darken, lighten } from "#studio/engines/scene/color.ts";
import { hashText } from "#studio/engines/scene/random.ts";

import { solidEllipse, solidLimb, solidPath } from "./solid.ts";

/**
 * Colours and tail of an animal's body. The art library shows many animals as heads, and many people
 * as heads or busts. A scene needs whole figures, so this file draws their bodies.
 */
interface AnimalBody {
  readonly fur: string;
  readonly belly: string;
  readonly paws: string;
  readonly tail: "bushy" | "long" | "short" | "none";
  readonly tailTip: string;
}

const animal = (
  fur: string,
  belly: string,
  paws: string,
  tail: AnimalBody["tail"] = "long",
  tailTip = fur,
): AnimalBody => ({ fur, belly, paws, tail, tailTip });

const animalBodies: Readonly<Record<string, AnimalBody>> = {
  "🦊": animal("#f5822a", "#ffe9d6", "#5c3a3a", "bushy", "#fff3e6"),
  "🐺": animal("#8d8f99", "#dcdde3", "#6f717c", "bushy", "#5d5f69"),
  "🐻": animal("#8a5a44", "#b98467", "#6d4434", "none"),
  "🐻‍❄️": animal("#eef1f5", "#ffffff", "#d5dbe4", "none"),
  "🐼": animal("#f4f4f6", "#ffffff", "#35343d", "none"),
  "🐨": animal("#9aa0aa", "#e4e6ea", "#7f8590", "none"),
  "🦁": animal("#f2a53c", "#ffd9a0", "#d98a2b", "long", "#7a4a2e"),
  "🐯": animal("#f59b34", "#fff0dc", "#e0842a", "long", "#3b2f33"),
  "🐱": animal("#f7b04a", "#ffe6bf", "#f0a23c", "long", "#e58f2d"),
  "🐶": animal("#d9a06a", "#fbe9d2", "#c98d58", "short"),
  "🐰": animal("#e6e2e6", "#ffffff", "#f6c9d4", "none"),
  "🐹": animal("#f0a860", "#fff0dd", "#f3b7a2", "none"),
  "🐭": animal("#a9adb8", "#dfe2e9", "#f0b6c2", "long"),
  "🦝": animal("#8b8d96", "#c9cbd3", "#45464f", "bushy", "#3c3d45"),
  "🐮": animal("#f3efec", "#ffffff", "#4a4248", "long", "#4a4248"),
  "🐷": animal("#f7a8b8", "#fcc9d3", "#e88da0", "short"),
  "🐸": animal("#5dbb4b", "#d7f0a8", "#4aa63b", "none"),
  "🦄": animal("#f3eefb", "#ffffff", "#d58be8", "bushy", "#c48bf0"),
  "🐵": animal("#8f5f45", "#e9b98c", "#7a4e38", "long"),
  "🫎": animal("#80573f", "#a57b5f", "#5a3c2c", "short"),
  "🐴": animal("#9a6647", "#b88463", "#5f3c2b", "long", "#3d2a26"),
  "🐗": animal("#7a5748", "#9b7666", "#4d372e", "short"),
};

const heads = new Set([
  ...Array.from("👧👦👩👨🧑👵👴👶🧒👱🧓🧔"),
  "👩‍🦰",
  "👨‍🦰",
  "🧑‍🦰",
  "👩‍🦱",
  "👨‍🦱",
  "👩‍🦳",
  "👨‍🦳",
  "👨‍🦲",
  "👩‍🦲",
  "👱‍♀️",
  "👱‍♂️",
]);

type FigureKind = "animal-head" | "person-head" | "robot-head" | "bust" | "whole";

function figureKind(emoji: string): FigureKind {
  if (animalBodies[emoji]) return "animal-head";
  if (emoji === "🤖") return "robot-head";
  if (heads.has(emoji)) return "person-head";
  return busts.has(emoji) || profession.test(emoji) ? "bust" : "whole";
}

/** People with the sign of their profession: 👩‍💼, 👨‍🏫 and their like. */
const profession = /^[👩👨🧑]\u200D(💼|💻|🔬|⚕️|🎓|🏫|🌾|🔧|✈️|🎤|🍳|🎨|🚒|🏭|⚖️)/u;

const busts = new Set([
  ...Array.from("👸🤴🥷🤶🎅🧝🧟👮💂👷🤵👰🧕👳🕵🦸🦹🧙🧛"),
  "👩‍🚀",
  "👨‍🚀",
  "🧑‍🚀",
  "🧙‍♂️",
  "🧝‍♀️",
  "🧝‍♂️",
  "🧙‍♀️",
  "🧛‍♂️",
  "🧛‍♀️",
  "🕵️‍♂️",
  "🕵️‍♀️",
  "🧑‍🎄",
  "🧑‍🍳",
  "🧑‍🎨",
  "🧑‍🚒",
  "🧑‍⚕️",
  "🧑‍🌾",
  "🧑‍🔬",
  "🧑‍🏫",
  "🧑‍✈️",
  "🧑‍🎤",
  "🧑‍💻",
  "🧑‍🔧",
  "👨‍🍳",
  "👩‍🍳",
  "👩‍🔬",
  "👨‍🔬",
  "👩‍🎤",
  "👨‍🎤",
]);

/** Checks whether the art already shows a whole figure. */
export function isWholeFigure(emoji: string): boolean {
  return figureKind(emoji) === "whole";
}

/** Adds a body to a head or bust. Returns whole figures unchanged. */
export function completeFigure(emoji: string, head: Canvas): Canvas {
  switch (figureKind(emoji)) {
    case "animal-head":
      return drawAnimal(head, animalBodies[emoji] ?? animal("#999999", "#cccccc", "#777777"));
    case "person-head":
      return drawPerson(head, hashText(emoji));
    case "robot-head":
      return drawRobot(head);
    case "bust":
      return drawLegs(head);
    case "whole":
      return head;
  }
}

function drawAnimal(head: Canvas, body: AnimalBody): Canvas {
  const canvas = createCanvas(900, 1130);
  const context = canvas.getContext("2d");
  const furDark = darken(body.fur, 0.12);

  drawTail(context, body);
  solidEllipse(context, furDark, { x: 292, y: 985, rx: 122, ry: 128, angle: 0.2 });
  solidEllipse(context, furDark, { x: 588, y: 985, rx: 122, ry: 128, angle: -0.2 });
  solidPath(context, body.fur, { x: 240, y: 470, width: 400, height: 640 }, () => {
    context.moveTo(310, 480);
    context.bezierCurveTo(232, 700, 215, 900, 270, 1060);
    context.bezierCurveTo(330, 1120, 550, 1120, 610, 1060);
    context.bezierCurveTo(665, 900, 648, 700, 570, 480);
  });
  solidPath(context, body.belly, { x: 320, y: 560, width: 240, height: 470 }, () => {
    context.ellipse(440, 770, 122, 250, 0, 0, Math.PI * 2);
  });
  for (const x of [372, 508]) {
    solidLimb(context, body.fur, [x, 800], [x, 1010], 100);
    solidLimb(context, body.paws, [x, 1000], [x, 1040], 98);
    solidEllipse(context, body.paws, { x: x - 2, y: 1072, rx: 68, ry: 42 });
  }
  for (const [x, direction] of [
    [268, -1],
    [612, 1],
  ] as const) {
    solidEllipse(context, body.paws, { x: x + direction * 14, y: 1084, rx: 72, ry: 36 });
  }

  const width = 640;
  const height = (width * head.height) / head.width;
  softShadow(context, 440, height * 0.93, 190, 46);
  context.drawImage(head, 440 - width / 2, 0, width, height);
  return canvas;
}

function drawTail(context: SKRSContext2D, body: AnimalBody): void {
  if (body.tail === "none") return;
  if (body.tail === "short") {
    solidEllipse(context, body.tailTip, { x: 690, y: 985, rx: 70, ry: 58, angle: -0.5 });
    return;
  }
  if (body.tail === "long") {
    context.lineCap = "round";
    context.lineWidth = 62;
    context.strokeStyle = darken(body.fur, 0.1);
    context.beginPath();
    context.moveTo(610, 1050);
    context.bezierCurveTo(800, 1080, 830, 930, 770, 800);
    context.stroke();
    solidEllipse(context, body.tailTip, { x: 768, y: 790, rx: 46, ry: 60, angle: -0.25 });
    return;
  }
  const trace = () => {
    context.moveTo(560, 1060);
    context.bezierCurveTo(760, 1140, 900, 1010, 880, 830);
    context.bezierCurveTo(868, 730, 830, 640, 770, 585);
    context.bezierCurveTo(760, 690, 690, 740, 670, 840);
    context.bezierCurveTo(650, 930, 640, 980, 560, 1060);
  };
  solidPath(context, body.fur, { x: 560, y: 590, width: 330, height: 500 }, trace);
  context.save();
  context.beginPath();
  trace();
  context.clip();
  solidPath(context, body.tailTip, { x: 660, y: 570, width: 240, height: 250 }, () => {
    context.moveTo(640, 560);
    context.lineTo(920, 560);
    context.lineTo(920, 800);
    context.bezierCurveTo(840, 740, 800, 830, 752, 770);
    context.bezierCurveTo(720, 800, 690, 760, 640, 800);
  });
  context.restore();
}

const clothes = ["#d94f5c", "#3f7fd1", "#4aa564", "#5b6ee1", "#8a5fc7", "#2fa3a0"] as const;

function drawPerson(head: Canvas, hash: number): Canvas {
  const canvas = createCanvas(760, 1180);
  const context = canvas.getContext("2d");
  const shirt = clothes[hash % clothes.length] ?? clothes[0];
  const trousers = "#3c4a6b";
  const skin = "#ffc83d";

  for (const x of [318, 442]) {
    solidLimb(context, trousers, [x, 900], [x, 1080], 104);
    solidEllipse(context, "#4a3a3a", { x, y: 1135, rx: 74, ry: 44 });
  }
  solidLimb(context, darken(shirt, 0.08), [235, 660], [178, 850], 84);
  solidLimb(context, darken(shirt, 0.08), [525, 660], [582, 850], 84);
  solidEllipse(context, skin, { x: 172, y: 890, rx: 46, ry: 50 });
  solidEllipse(context, skin, { x: 588, y: 890, rx: 46, ry: 50 });
  solidPath(context, shirt, { x: 210, y: 560, width: 340, height: 400 }, () => {
    context.roundRect(215, 570, 330, 380, [130, 130, 60, 60]);
  });
  const width = 560;
  const height = (width * head.height) / head.width;
  softShadow(context, 380, 600, 130, 34);
  context.drawImage(head, 380 - width / 2, Math.max(0, 640 - height), width, height);
  return canvas;
}

function drawRobot(head: Canvas): Canvas {
  const canvas = createCanvas(760, 1160);
  const context = canvas.getContext("2d");
  const shell = "#d9d7ea";
  for (const x of [300, 460]) {
    solidLimb(context, "#8d8ba6", [x, 920], [x, 1050], 62);
    solidEllipse(context, "#e8406c", { x, y: 1110, rx: 84, ry: 48 });
  }
  for (const [x, hand] of [
    [180, 130],
    [580, 630],
  ] as const) {
    solidLimb(context, "#8d8ba6", [x, 690], [hand, 860], 56);
    solidEllipse(context, "#e8406c", { x: hand, y: 890, rx: 54, ry: 54 });
  }
  solidPath(context, "#a9a7c4", { x: 320, y: 520, width: 120, height: 120 }, () =>
    context.roundRect(325, 520, 110, 120, 30),
  );
  solidPath(context, shell, { x: 190, y: 600, width: 380, height: 350 }, () =>
    context.roundRect(195, 605, 370, 345, 90),
  );
  solidPath(context, "#3c3f5c", { x: 280, y: 690, width: 200, height: 130 }, () =>
    context.roundRect(280, 690, 200, 130, 36),
  );
  solidEllipse(context, "#35d0ff", { x: 335, y: 755, rx: 26, ry: 26 });
  solidEllipse(context, "#ffcf3f", { x: 380, y: 755, rx: 16, ry: 16 });
  solidEllipse(context, "#ff5a7a", { x: 424, y: 755, rx: 16, ry: 16 });
  const width = 560;
  const height = (width * head.height) / head.width;
  context.drawImage(head, 380 - width / 2, Math.max(0, 590 - height), width, height);
  return canvas;
}

/** Adds hips, legs and boots to a bust, in the colour of its lowest rows. */
function drawLegs(bust: Canvas): Canvas {
  const width = 720;
  const bustHeight = (width * bust.height) / bust.width;
  const canvas = createCanvas(width, Math.round(bustHeight + 330));
  const context = canvas.getContext("2d");
  const { color, left, right } = measureHem(bust);
  const scale = width / bust.width;
  const hem = { left: left * scale, right: right * scale };
  const center = (hem.left + hem.right) / 2;
  const half = Math.min((hem.right - hem.left) / 2, width * 0.4);

  const legs = darken(color, 0.1);
  for (const side of [-1, 1]) {
    const x = center + side * half * 0.42;
    solidLimb(context, legs, [x, bustHeight + 40], [x, bustHeight + 230], half * 0.62);
    solidEllipse(context, darken(color, 0.45), {
      x: x + side * 6,
      y: bustHeight + 284,
      rx: half * 0.4,
      ry: 44,
    });
  }
  solidPath(
    context,
    color,
    { x: center - half, y: bustHeight - 60, width: half * 2, height: 220 },
    () => {
      context.moveTo(center - half, bustHeight - 30);
      context.lineTo(center + half, bustHeight - 30);
      context.bezierCurveTo(
        center + half,
        bustHeight + 110,
        center + half * 0.7,
        bustHeight + 120,
        center,
        bustHeight + 126,
      );
      context.bezierCurveTo(
        center - half * 0.7,
        bustHeight + 120,
        center - half,
        bustHeight + 110,
        center - half,
        bustHeight - 30,
      );
    },
  );
  context.drawImage(bust, 0, 0, width, bustHeight);
  const belt = context.createLinearGradient(0, bustHeight - 30, 0, bustHeight + 40);
  belt.addColorStop(0, "rgba(20,16,40,0)");
  belt.addColorStop(0.42, "rgba(20,16,40,0.3)");
  belt.addColorStop(1, "rgba(20,16,40,0)");
  context.globalCompositeOperation = "source-atop";
  context.fillStyle = belt;
  context.fillRect(center - half, bustHeight - 30, half * 2, 70);
  return canvas;
}

function measureHem(bust: Canvas): { color: string; left: number; right: number } {
  const y = bust.height - Math.max(3, Math.round(bust.height * 0.02));
  const { data } = bust.getContext("2d").getImageData(0, y, bust.width, 1);
  const total = [0, 0, 0];
  let count = 0;
  let left = bust.width;
  let right = 0;
  for (let x = 0; x < bust.width; x += 1) {
    if ((data[x * 4 + 3] ?? 0) < 200) continue;
    left = Math.min(left, x);
    right = Math.max(right, x);
    count += 1;
    for (const channel of [0, 1, 2]) {
      total[channel] = (total[channel] ?? 0) + (data[x * 4 + channel] ?? 0);
    }
  }
  if (count === 0) return { color: "#888899", left: bust.width * 0.2, right: bust.width * 0.8 };
  const channels = total.map((sum) =>
    Math.round(sum / count)
      .toString(16)
      .padStart(2, "0"),
  );
  return { color: lighten(`#${channels.join("")}`, 0.02), left, right };
}

function softShadow(context: SKRSContext2D, x: number, y: number, rx: number, ry: number): void {
  context.save();
  context.globalCompositeOperation = "source-atop";
  context.filter = "blur(18px)";
  context.fillStyle = "rgba(40,16,20,0.38)";
  context.beginPath();
  context.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2);
  context.fill();
  context.restore();
}
