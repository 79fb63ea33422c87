import type { SKRSContext2D } from "@napi-rs/canvas";

import { darken, lighten } from "#studio/engines/scene/color.ts";

import { type Drawing, solidBox, tracePolygon } from "./drawing.ts";
import { solidEllipse, solidPath } from "./solid.ts";

/** Paints a cone whose tip is bent to the right. */
function bentCone(context: SKRSContext2D, color: string): void {
  solidPath(context, color, { x: 170, y: 20, width: 460, height: 620 }, () => {
    context.moveTo(170, 620);
    context.quadraticCurveTo(330, 360, 400, 110);
    context.quadraticCurveTo(430, 10, 590, 70);
    context.quadraticCurveTo(500, 110, 520, 210);
    context.quadraticCurveTo(560, 430, 630, 620);
    context.quadraticCurveTo(400, 700, 170, 620);
  });
}

export const wizardHat: Drawing = {
  width: 800,
  height: 760,
  lights: [],
  paint(context, color) {
    const cloth = color ?? "#4a3fb0";
    solidEllipse(context, darken(cloth, 0.1), { x: 400, y: 640, rx: 390, ry: 110 });
    bentCone(context, cloth);
    solidBox(context, "#d8a63a", { x: 186, y: 570, width: 430, height: 62 }, 26);
    for (const [x, y, size] of [
      [360, 420, 56],
      [480, 310, 40],
      [460, 500, 34],
    ] as const) {
      solidPath(
        context,
        "#ffd95e",
        { x: x - size, y: y - size, width: size * 2, height: size * 2 },
        () => traceStar(context, x, y, size),
      );
    }
  },
};

function traceStar(context: SKRSContext2D, x: number, y: number, size: number): void {
  tracePolygon(
    context,
    Array.from({ length: 10 }, (_, index) => {
      const angle = (Math.PI * index) / 5 - Math.PI / 2;
      const radius = index % 2 === 0 ? size : size * 0.42;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
    }),
  );
}

export const santaHat: Drawing = {
  width: 800,
  height: 620,
  lights: [],
  paint(context, color) {
    solidPath(context, color ?? "#d8322f", { x: 120, y: 30, width: 640, height: 500 }, () => {
      context.moveTo(110, 500);
      context.bezierCurveTo(160, 180, 330, 20, 520, 70);
      context.bezierCurveTo(650, 100, 720, 210, 720, 330);
      context.bezierCurveTo(650, 250, 610, 250, 590, 270);
      context.quadraticCurveTo(680, 400, 690, 500);
    });
    solidEllipse(context, "#f4f4f6", { x: 716, y: 356, rx: 76, ry: 76 });
    solidBox(context, "#f4f4f6", { x: 50, y: 450, width: 690, height: 150 }, 75);
  },
};

export const partyHat: Drawing = {
  width: 600,
  height: 760,
  lights: [],
  paint(context, color) {
    const card = color ?? "#e94f8a";
    const trace = () => {
      context.moveTo(300, 70);
      context.lineTo(560, 700);
      context.quadraticCurveTo(300, 790, 40, 700);
    };
    solidPath(context, card, { x: 40, y: 70, width: 520, height: 680 }, trace);
    context.save();
    context.beginPath();
    trace();
    context.clip();
    for (const [index, stripe] of ["#ffd24a", "#4cc3e6", "#ffd24a", "#4cc3e6"].entries()) {
      solidBox(context, stripe, { x: 0, y: 210 + index * 140, width: 600, height: 48 });
    }
    context.restore();
    solidEllipse(context, lighten("#ffd24a", 0.2), { x: 300, y: 74, rx: 70, ry: 70 });
  },
};

export const cowboyHat: Drawing = {
  width: 1000,
  height: 520,
  lights: [],
  paint(context, color) {
    const felt = color ?? "#9a6234";
    solidPath(context, darken(felt, 0.14), { x: 10, y: 250, width: 980, height: 250 }, () => {
      context.moveTo(10, 250);
      context.quadraticCurveTo(500, 470, 990, 250);
      context.quadraticCurveTo(900, 500, 500, 505);
      context.quadraticCurveTo(100, 500, 10, 250);
    });
    solidPath(context, felt, { x: 250, y: 20, width: 500, height: 400 }, () => {
      context.moveTo(250, 390);
      context.bezierCurveTo(270, 150, 310, 20, 400, 30);
      context.quadraticCurveTo(500, 90, 600, 30);
      context.bezierCurveTo(690, 20, 730, 150, 750, 390);
      context.quadraticCurveTo(500, 460, 250, 390);
    });
    solidBox(context, darken(felt, 0.5), { x: 256, y: 350, width: 488, height: 52 }, 20);
  },
};

export const chefHat: Drawing = {
  width: 700,
  height: 640,
  lights: [],
  paint(context, color) {
    const cloth = color ?? "#f6f6f8";
    for (const [x, y, r] of [
      [170, 240, 160],
      [530, 240, 160],
      [350, 180, 180],
    ] as const) {
      solidEllipse(context, cloth, { x, y, rx: r, ry: r });
    }
    solidBox(context, cloth, { x: 150, y: 260, width: 400, height: 300 }, 20);
    solidBox(context, darken(cloth, 0.08), { x: 130, y: 470, width: 440, height: 150 }, 40);
  },
};
