import { lighten, withAlpha } from "#studio/engines/scene/color.ts";

import { type Drawing, roundShade } from "./drawing.ts";
import { paintRock } from "./paint-rock.ts";
import { solidEllipse, solidLimb, solidPath } from "./solid.ts";

export const cliff: Drawing = {
  width: 1100,
  height: 720,
  lights: [],
  paint(context) {
    paintRock(context, { left: 20, top: 60, right: 1080, bottom: 720 });
  },
};

export const waterfall: Drawing = {
  width: 1200,
  height: 1000,
  lights: [],
  paint(context) {
    paintRock(context, { left: 10, top: 80, right: 1190, bottom: 990 });
    solidPath(context, "#8fc9ea", { x: 420, y: 90, width: 360, height: 900 }, () => {
      context.moveTo(470, 86);
      context.quadraticCurveTo(600, 66, 730, 86);
      context.bezierCurveTo(760, 300, 760, 700, 800, 990);
      context.lineTo(400, 990);
      context.bezierCurveTo(440, 700, 440, 300, 470, 86);
    });
    context.lineCap = "round";
    for (let strand = 0; strand < 22; strand += 1) {
      const share = strand / 21;
      context.strokeStyle = withAlpha("#ffffff", 0.25 + 0.5 * ((strand * 7) % 5) * 0.2);
      context.lineWidth = 5 + ((strand * 5) % 4) * 3;
      context.beginPath();
      context.moveTo(484 + share * 232, 100 + ((strand * 37) % 90));
      context.bezierCurveTo(
        474 + share * 252,
        340,
        462 + share * 276,
        640,
        424 + share * 352,
        960 - ((strand * 53) % 120),
      );
      context.stroke();
    }
    for (let puff = 0; puff < 13; puff += 1) {
      context.fillStyle = "rgba(255,255,255,0.55)";
      context.beginPath();
      context.arc(380 + puff * 37, 962 - ((puff * 29) % 46), 30 + ((puff * 17) % 26), 0, 7);
      context.fill();
    }
  },
};

export const island: Drawing = {
  width: 1200,
  height: 820,
  lights: [],
  paint(context) {
    solidPath(context, "#ecd09a", { x: 20, y: 600, width: 1160, height: 220 }, () => {
      context.moveTo(20, 816);
      context.bezierCurveTo(160, 640, 420, 600, 620, 610);
      context.bezierCurveTo(860, 610, 1060, 680, 1180, 816);
    });
    solidPath(context, "#6fb04c", { x: 270, y: 560, width: 640, height: 130 }, () => {
      context.moveTo(270, 680);
      context.bezierCurveTo(380, 560, 720, 520, 910, 686);
      context.quadraticCurveTo(600, 720, 270, 680);
    });
    for (const [x, top, lean] of [
      [520, 190, -90],
      [700, 270, 100],
    ] as const) {
      for (let part = 0; part < 8; part += 1) {
        const at = (share: number) =>
          [x + lean * share * share, 640 - (640 - top) * share] as const;
        solidLimb(context, "#96684a", at(part / 8), at((part + 1) / 8), 44 - part * 2.4);
      }
      for (let leaf = 0; leaf < 7; leaf += 1) {
        const angle = Math.PI * (0.95 + (leaf / 6) * 1.1);
        const reach = 220;
        const [fromX, fromY] = [x + lean, top];
        const [toX, toY] = [
          fromX + Math.cos(angle) * reach,
          fromY + Math.sin(angle) * reach * 0.5 + 90,
        ];
        const crest = [(fromX + toX) / 2, Math.min(fromY, toY) - 70] as const;
        solidPath(
          context,
          leaf % 2 === 0 ? "#3f9a4a" : "#55b355",
          { x: fromX - reach, y: fromY - 120, width: reach * 2, height: 260 },
          () => {
            context.moveTo(fromX, fromY);
            context.quadraticCurveTo(...crest, toX, toY);
            context.quadraticCurveTo(crest[0], crest[1] + 78, fromX, fromY + 20);
          },
        );
      }
      for (const nut of [-18, 20]) {
        solidEllipse(context, "#6a4430", { x: x + lean + nut, y: top + 26, rx: 24, ry: 24 });
      }
    }
  },
};

export const bridge: Drawing = {
  width: 1500,
  height: 520,
  lights: [],
  paint(context, color) {
    const stone = color ?? "#a8998a";
    context.fillStyle = roundShade(context, stone, 0, 1500);
    context.beginPath();
    context.moveTo(0, 500);
    context.lineTo(0, 210);
    context.quadraticCurveTo(750, -60, 1500, 210);
    context.lineTo(1500, 500);
    for (const x of [1240, 750, 260]) {
      context.lineTo(x + 190, 510);
      context.arc(x, 510, 190, 0, Math.PI, true);
    }
    context.fill();
    context.save();
    context.globalCompositeOperation = "source-atop";
    context.strokeStyle = "rgba(50,34,30,0.28)";
    context.lineWidth = 5;
    for (let row = 0; row < 7; row += 1) {
      context.beginPath();
      context.moveTo(0, 275 + row * 52);
      context.quadraticCurveTo(750, 5 + row * 52, 1500, 275 + row * 52);
      context.stroke();
    }
    for (const x of [260, 750, 1240]) {
      context.beginPath();
      context.arc(x, 510, 216, Math.PI, 0);
      context.stroke();
    }
    context.strokeStyle = lighten(stone, 0.22);
    context.lineWidth = 46;
    context.beginPath();
    context.moveTo(0, 220);
    context.quadraticCurveTo(750, -50, 1500, 220);
    context.stroke();
    context.restore();
  },
};
