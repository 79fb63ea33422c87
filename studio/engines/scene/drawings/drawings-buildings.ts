import type { SKRSContext2D } from "@napi-rs/canvas";

import { darken, lighten, withAlpha } from "#studio/engines/scene/color.ts";

import {
  type Drawing,
  litWindow,
  roundShade,
  solidBox,
  solidPolygon,
  tracePolygon,
} from "./drawing.ts";
import { paintRock } from "./paint-rock.ts";
import { solidEllipse, solidPath } from "./solid.ts";

/** Paints rows of stones over the existing drawing. */
function masonry(
  context: SKRSContext2D,
  area: { left: number; top: number; right: number; bottom: number },
  stone: { width: number; height: number; color: string },
): void {
  context.save();
  context.globalCompositeOperation = "source-atop";
  context.lineWidth = 4;
  context.strokeStyle = withAlpha(darken(stone.color, 0.6), 0.3);
  for (let row = 0; area.top + row * stone.height < area.bottom; row += 1) {
    const y = area.top + row * stone.height;
    context.beginPath();
    context.moveTo(area.left, y);
    context.lineTo(area.right, y);
    const shift = row % 2 === 0 ? 0 : stone.width / 2;
    for (let x = area.left + shift; x < area.right; x += stone.width) {
      context.moveTo(x, y);
      context.lineTo(x, Math.min(area.bottom, y + stone.height));
    }
    context.stroke();
  }
  context.restore();
}

export const lighthouse: Drawing = {
  width: 760,
  height: 1200,
  lights: [{ x: 380, y: 190, radius: 620 }],
  paint(context, color) {
    const paint = color ?? "#d6402f";
    paintRock(context, { left: 30, top: 900, right: 730, bottom: 1200 });
    const wall = [
      [312, 270],
      [448, 270],
      [500, 930],
      [260, 930],
    ] as const;
    context.save();
    context.beginPath();
    tracePolygon(context, wall);
    context.clip();
    for (let band = 0; band < 5; band += 1) {
      context.fillStyle = roundShade(context, band % 2 === 0 ? "#f4f1ea" : paint, 262, 498);
      context.fillRect(240, 270 + band * 132, 290, 134);
    }
    context.restore();
    for (const y of [450, 720]) litWindow(context, { x: 362, y, width: 36, height: 58 }, 16);
    solidPath(context, "#5a3a2c", { x: 340, y: 830, width: 80, height: 100 }, () =>
      context.roundRect(342, 830, 76, 100, [38, 38, 0, 0]),
    );
    litWindow(context, { x: 332, y: 150, width: 96, height: 92 }, 8);
    context.fillStyle = roundShade(context, "#3b3f4c", 276, 484);
    context.beginPath();
    context.roundRect(276, 248, 208, 34, 12);
    context.roundRect(306, 236, 148, 18, 8);
    context.fill();
    solidPath(context, paint, { x: 306, y: 60, width: 148, height: 90 }, () => {
      context.moveTo(306, 146);
      context.quadraticCurveTo(320, 72, 380, 66);
      context.quadraticCurveTo(440, 72, 454, 146);
    });
    solidEllipse(context, "#3b3f4c", { x: 380, y: 58, rx: 15, ry: 15 });
  },
};

export const windmill: Drawing = {
  width: 900,
  height: 1120,
  lights: [{ x: 450, y: 800, radius: 150 }],
  paint(context, color) {
    context.fillStyle = roundShade(context, "#efe4cf", 290, 610);
    context.beginPath();
    tracePolygon(context, [
      [350, 420],
      [550, 420],
      [620, 1110],
      [280, 1110],
    ]);
    context.fill();
    masonry(
      context,
      { left: 270, top: 960, right: 630, bottom: 1110 },
      { width: 76, height: 38, color: "#c9b48f" },
    );
    litWindow(context, { x: 420, y: 760, width: 60, height: 80 }, 24);
    solidPath(context, "#7a4e34", { x: 405, y: 950, width: 90, height: 160 }, () =>
      context.roundRect(405, 950, 90, 162, [45, 45, 0, 0]),
    );
    solidPath(context, color ?? "#9c4a38", { x: 320, y: 270, width: 260, height: 170 }, () => {
      context.moveTo(322, 432);
      context.bezierCurveTo(340, 300, 400, 264, 450, 262);
      context.bezierCurveTo(500, 264, 560, 300, 578, 432);
    });
    for (let sail = 0; sail < 4; sail += 1) {
      context.save();
      context.translate(450, 370);
      context.rotate(0.45 + (sail * Math.PI) / 2);
      solidBox(context, "#fbf5e6", { x: 14, y: -330, width: 92, height: 250 }, 6);
      context.strokeStyle = "#8a6a4c";
      context.lineWidth = 6;
      for (let bar = 0; bar <= 5; bar += 1) {
        context.strokeRect(14, -330 + bar * 50, 92, 0.1);
      }
      context.strokeRect(14, -330, 92, 250);
      solidBox(context, "#6d4a34", { x: -9, y: -350, width: 18, height: 350 }, 8);
      context.restore();
    }
    solidEllipse(context, "#5a3c2c", { x: 450, y: 370, rx: 30, ry: 30 });
  },
};

export const tower: Drawing = {
  width: 620,
  height: 1160,
  lights: [
    { x: 310, y: 500, radius: 150 },
    { x: 310, y: 760, radius: 150 },
  ],
  paint(context, color) {
    const stone = "#a39c96";
    context.fillStyle = roundShade(context, stone, 160, 460);
    context.beginPath();
    tracePolygon(context, [
      [175, 420],
      [445, 420],
      [475, 1150],
      [145, 1150],
    ]);
    context.fill();
    context.fillStyle = roundShade(context, lighten(stone, 0.08), 130, 490);
    context.beginPath();
    context.roundRect(132, 350, 356, 100, 14);
    for (let merlon = 0; merlon < 5; merlon += 1) {
      context.roundRect(132 + merlon * 74, 300, 60, 70, 8);
    }
    context.fill();
    masonry(
      context,
      { left: 130, top: 350, right: 490, bottom: 1150 },
      { width: 84, height: 50, color: stone },
    );
    solidPolygon(context, color ?? "#8e3f52", [
      [310, 40],
      [470, 318],
      [150, 318],
    ]);
    for (const y of [470, 730]) litWindow(context, { x: 278, y, width: 64, height: 96 }, 32);
    solidPath(context, "#6b4530", { x: 250, y: 980, width: 120, height: 170 }, () =>
      context.roundRect(250, 980, 120, 172, [60, 60, 0, 0]),
    );
  },
};

export const cottage: Drawing = {
  width: 1000,
  height: 860,
  lights: [
    { x: 320, y: 600, radius: 230 },
    { x: 720, y: 600, radius: 230 },
  ],
  paint(context, color) {
    solidBox(context, "#8f7468", { x: 690, y: 70, width: 110, height: 260 }, 10);
    solidBox(context, "#6f5850", { x: 676, y: 60, width: 138, height: 40 }, 10);
    solidBox(context, color ?? "#c79a6b", { x: 150, y: 400, width: 700, height: 440 }, 8);
    context.strokeStyle = "rgba(70,36,20,0.28)";
    context.lineWidth = 7;
    for (let y = 450; y < 840; y += 52) {
      context.beginPath();
      context.moveTo(152, y);
      context.lineTo(848, y);
      context.stroke();
    }
    solidPolygon(context, "#7d4632", [
      [260, 120],
      [740, 120],
      [960, 450],
      [40, 450],
    ]);
    context.strokeStyle = "rgba(40,16,12,0.25)";
    for (let row = 1; row < 6; row += 1) {
      const y = 120 + row * 55;
      const reach = 240 + (row * 55 * 220) / 330;
      context.beginPath();
      for (let x = 500 - reach; x < 500 + reach - 20; x += 40)
        context.arc(x + 20, y - 8, 20, 0, Math.PI);
      context.stroke();
    }
    for (const x of [255, 655]) litWindow(context, { x, y: 530, width: 130, height: 140 });
    solidPath(context, "#5b3a2a", { x: 430, y: 560, width: 140, height: 280 }, () =>
      context.roundRect(430, 560, 140, 282, [70, 70, 0, 0]),
    );
    solidEllipse(context, "#e8b84a", { x: 545, y: 710, rx: 11, ry: 11 });
  },
};

export const igloo: Drawing = {
  width: 1000,
  height: 600,
  lights: [{ x: 730, y: 480, radius: 260 }],
  paint(context) {
    const ice = "#dcebf7";
    solidPath(context, ice, { x: 40, y: 30, width: 780, height: 560 }, () => {
      context.moveTo(40, 590);
      context.bezierCurveTo(40, 200, 230, 30, 430, 30);
      context.bezierCurveTo(640, 30, 820, 210, 820, 590);
    });
    context.save();
    context.globalCompositeOperation = "source-atop";
    context.strokeStyle = "rgba(92,134,176,0.5)";
    context.lineWidth = 7;
    for (let row = 0; row < 5; row += 1) {
      context.beginPath();
      context.ellipse(430, 640, 420, 560 - row * 122, 0, Math.PI, Math.PI * 2);
      context.stroke();
      for (let block = 0; block < 7; block += 1) {
        const angle = Math.PI + ((block + (row % 2) / 2) / 6.5) * Math.PI;
        context.beginPath();
        context.moveTo(430 + Math.cos(angle) * 420, 640 + Math.sin(angle) * (560 - row * 122));
        context.lineTo(430 + Math.cos(angle) * 420, 640 + Math.sin(angle) * (438 - row * 122));
        context.stroke();
      }
    }
    context.restore();
    solidPath(context, lighten(ice, 0.3), { x: 580, y: 290, width: 330, height: 300 }, () => {
      context.moveTo(570, 590);
      context.bezierCurveTo(570, 380, 650, 290, 745, 290);
      context.bezierCurveTo(840, 290, 915, 380, 915, 590);
    });
    context.fillStyle = "#ffb55c";
    context.beginPath();
    context.moveTo(640, 590);
    context.bezierCurveTo(640, 430, 690, 375, 745, 375);
    context.bezierCurveTo(800, 375, 850, 430, 850, 590);
    context.fill();
    context.fillStyle = "rgba(60,40,70,0.55)";
    context.beginPath();
    context.ellipse(745, 520, 78, 110, 0, 0, 7);
    context.fill();
  },
};
