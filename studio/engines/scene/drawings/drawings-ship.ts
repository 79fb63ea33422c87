import type { SKRSContext2D } from "@napi-rs/canvas";

import { type Drawing, solidBox } from "./drawing.ts";
import { solidEllipse, solidLimb, solidPath } from "./solid.ts";

/** A three-master with a skull on the flag of its main mast, sailing to the right. */
export const pirateShip: Drawing = {
  width: 1200,
  height: 1150,
  lights: [{ x: 175, y: 690, radius: 170 }],
  paint(context, color) {
    const cloth = color ?? "#e8dcc3";
    solidLimb(context, "#5d3d2a", [1010, 800], [1180, 690], 20);
    for (const [x, top] of [
      [350, 260],
      [620, 90],
      [880, 290],
    ] as const) {
      solidLimb(context, "#6b4630", [x, top], [x, 900], 26);
    }
    for (const [x, y, half, tall] of [
      [350, 330, 120, 190],
      [350, 540, 145, 210],
      [620, 250, 140, 220],
      [620, 490, 175, 260],
      [880, 360, 115, 180],
      [880, 560, 140, 190],
    ] as const) {
      paintSail(context, cloth, { x, y, half, tall });
    }
    paintPirateFlag(context, 620, 60);
    solidPath(context, "#7b4a2c", { x: 90, y: 700, width: 980, height: 440 }, () => {
      context.moveTo(92, 690);
      context.lineTo(330, 700);
      context.lineTo(350, 800);
      context.lineTo(880, 800);
      context.quadraticCurveTo(980, 790, 1080, 740);
      context.bezierCurveTo(1050, 930, 990, 1080, 900, 1140);
      context.lineTo(230, 1140);
      context.bezierCurveTo(140, 1060, 100, 880, 92, 690);
    });
    context.save();
    context.globalCompositeOperation = "source-atop";
    context.strokeStyle = "rgba(30,12,10,0.3)";
    context.lineWidth = 7;
    for (const y of [870, 930, 1000, 1070]) {
      context.beginPath();
      context.moveTo(100, y);
      context.quadraticCurveTo(560, y + 46, 1060, y - 36);
      context.stroke();
    }
    context.restore();
    context.strokeStyle = "#d9a441";
    context.lineWidth = 16;
    context.beginPath();
    context.moveTo(108, 832);
    context.quadraticCurveTo(560, 876, 1060, 800);
    context.stroke();
    for (let port = 0; port < 5; port += 1) {
      const x = 300 + port * 130;
      solidBox(context, "#2b1d1c", { x: x - 30, y: 905, width: 60, height: 52 }, 8);
      solidEllipse(context, "#4b4d58", { x, y: 932, rx: 22, ry: 22 });
    }
    solidBox(context, "#ffcf6b", { x: 150, y: 750, width: 54, height: 50 }, 8);
    solidBox(context, "#ffcf6b", { x: 236, y: 756, width: 54, height: 50 }, 8);
  },
};

function paintSail(
  context: SKRSContext2D,
  cloth: string,
  { x, y, half, tall }: { x: number; y: number; half: number; tall: number },
): void {
  solidPath(context, cloth, { x: x - half, y, width: half * 2.2, height: tall }, () => {
    context.moveTo(x - half, y);
    context.lineTo(x + half, y);
    context.bezierCurveTo(
      x + half * 1.4,
      y + tall * 0.4,
      x + half * 1.3,
      y + tall * 0.8,
      x + half * 1.06,
      y + tall,
    );
    context.quadraticCurveTo(x, y + tall * 0.86, x - half, y + tall);
    context.quadraticCurveTo(x - half * 0.72, y + tall * 0.5, x - half, y);
  });
  solidLimb(context, "#5d3d2a", [x - half, y], [x + half, y], 16);
}

function paintPirateFlag(context: SKRSContext2D, x: number, y: number): void {
  solidPath(context, "#24222c", { x: x - 200, y, width: 200, height: 130 }, () => {
    context.moveTo(x, y);
    context.bezierCurveTo(x - 70, y - 34, x - 130, y + 34, x - 210, y);
    context.lineTo(x - 200, y + 124);
    context.bezierCurveTo(x - 130, y + 158, x - 70, y + 90, x, y + 126);
  });
  solidLimb(context, "#f4f1ea", [x - 140, y + 84], [x - 66, y + 106], 12);
  solidLimb(context, "#f4f1ea", [x - 140, y + 106], [x - 66, y + 84], 12);
  solidEllipse(context, "#f4f1ea", { x: x - 103, y: y + 58, rx: 30, ry: 30 });
  context.fillStyle = "#24222c";
  for (const eye of [-114, -92]) {
    context.beginPath();
    context.arc(x + eye, y + 58, 8, 0, 7);
    context.fill();
  }
}
