import type { SKRSContext2D } from "@napi-rs/canvas";

import { darken, lighten } from "#studio/engines/scene/color.ts";

import { type Drawing, solidBox, solidPolygon } from "./drawing.ts";
import { solidEllipse, solidLimb, solidPath } from "./solid.ts";

export const sofa: Drawing = {
  width: 1200,
  height: 640,
  lights: [],
  paint(context, color) {
    const cloth = color ?? "#4f8a8b";
    for (const x of [130, 1070])
      solidBox(context, "#5a3c2c", { x: x - 24, y: 570, width: 48, height: 66 }, 12);
    solidBox(context, darken(cloth, 0.08), { x: 90, y: 30, width: 1020, height: 460 }, 90);
    for (const x of [150, 606]) {
      solidBox(context, cloth, { x, y: 90, width: 444, height: 330 }, 70);
    }
    solidBox(context, darken(cloth, 0.14), { x: 90, y: 440, width: 1020, height: 150 }, 40);
    for (const x of [140, 604]) {
      solidBox(context, lighten(cloth, 0.08), { x, y: 370, width: 456, height: 136 }, 54);
    }
    for (const x of [24, 1016])
      solidBox(context, cloth, { x, y: 260, width: 160, height: 330 }, 76);
  },
};

export const knight: Drawing = {
  width: 820,
  height: 1240,
  lights: [],
  paint(context, color) {
    const steel = "#aeb6c4";
    const cloth = color ?? "#b5323c";
    for (const x of [330, 470]) {
      solidLimb(context, darken(steel, 0.12), [x, 880], [x, 1120], 116);
      solidEllipse(context, steel, { x, y: 1010, rx: 58, ry: 50 });
      solidEllipse(context, darken(steel, 0.3), { x: x + 6, y: 1190, rx: 86, ry: 44 });
    }
    solidLimb(context, darken(steel, 0.1), [560, 600], [640, 800], 92);
    solidLimb(context, "#e6ebf2", [668, 800], [700, 330], 30);
    solidLimb(context, "#c79a3e", [610, 800], [730, 812], 28);
    solidLimb(context, "#6b4630", [664, 830], [660, 890], 26);
    solidEllipse(context, darken(steel, 0.2), { x: 660, y: 842, rx: 48, ry: 44 });
    solidBox(context, steel, { x: 240, y: 520, width: 320, height: 380 }, 110);
    solidPath(context, cloth, { x: 280, y: 560, width: 240, height: 440 }, () => {
      context.moveTo(296, 560);
      context.lineTo(504, 560);
      context.lineTo(530, 990);
      context.quadraticCurveTo(400, 1030, 270, 990);
    });
    solidBox(context, "#6b4630", { x: 268, y: 800, width: 264, height: 44 }, 14);
    for (const x of [250, 550])
      solidEllipse(context, lighten(steel, 0.1), { x, y: 580, rx: 92, ry: 74 });
    paintHelmet(context, steel, cloth);
    solidPath(context, cloth, { x: 80, y: 640, width: 260, height: 330 }, () => {
      context.moveTo(80, 650);
      context.quadraticCurveTo(205, 610, 330, 650);
      context.bezierCurveTo(334, 820, 290, 920, 205, 980);
      context.bezierCurveTo(120, 920, 76, 820, 80, 650);
    });
    solidBox(context, "#f0d9a0", { x: 188, y: 670, width: 34, height: 240 }, 8);
    solidBox(context, "#f0d9a0", { x: 116, y: 752, width: 178, height: 34 }, 8);
  },
};

function paintHelmet(context: SKRSContext2D, steel: string, plume: string): void {
  solidPath(context, plume, { x: 160, y: 20, width: 300, height: 300 }, () => {
    context.moveTo(410, 160);
    context.bezierCurveTo(440, 10, 250, -10, 190, 90);
    context.bezierCurveTo(130, 170, 160, 280, 200, 350);
    context.bezierCurveTo(220, 220, 290, 140, 410, 180);
  });
  solidPath(context, lighten(steel, 0.1), { x: 220, y: 130, width: 360, height: 420 }, () =>
    context.roundRect(222, 130, 356, 420, [178, 178, 130, 130]),
  );
  solidPath(context, darken(steel, 0.1), { x: 250, y: 290, width: 330, height: 230 }, () =>
    context.roundRect(252, 300, 300, 210, [40, 40, 110, 110]),
  );
  context.fillStyle = "#20222e";
  context.beginPath();
  context.roundRect(276, 338, 116, 30, 14);
  context.roundRect(412, 338, 116, 30, 14);
  for (const x of [330, 372, 430, 472]) context.roundRect(x - 8, 410, 16, 60, 8);
  context.fill();
  solidBox(context, "#c79a3e", { x: 390, y: 150, width: 24, height: 360 }, 10);
}

export const fence: Drawing = {
  width: 1300,
  height: 430,
  lights: [],
  paint(context, color) {
    const wood = color ?? "#b98a5c";
    for (const y of [150, 290])
      solidBox(context, darken(wood, 0.14), { x: 10, y, width: 1280, height: 44 }, 12);
    for (let post = 0; post < 9; post += 1) {
      const x = 40 + post * 142;
      solidPolygon(context, wood, [
        [x, 70],
        [x + 42, 14],
        [x + 84, 70],
        [x + 84, 424],
        [x, 424],
      ]);
    }
  },
};

export const campfire: Drawing = {
  width: 800,
  height: 760,
  lights: [],
  paint(context) {
    for (const [from, to] of [
      [
        [190, 690],
        [560, 590],
      ],
      [
        [610, 690],
        [240, 590],
      ],
      [
        [250, 700],
        [550, 700],
      ],
    ] as const) {
      solidLimb(context, "#6d4530", from, to, 74);
      solidEllipse(context, "#d2a273", { x: from[0], y: from[1], rx: 30, ry: 34 });
    }
    for (const [color, size] of [
      ["#ff6a2b", 1],
      ["#ff9d2e", 0.74],
      ["#ffd34d", 0.5],
      ["#fff6c2", 0.27],
    ] as const) {
      const at = (x: number, y: number) => [400 + x * size, 660 - y * size] as const;
      context.fillStyle = color;
      context.beginPath();
      context.moveTo(...at(0, 0));
      context.bezierCurveTo(...at(-230, 10), ...at(-230, 260), ...at(-120, 360));
      context.bezierCurveTo(...at(-120, 300), ...at(-70, 290), ...at(-60, 320));
      context.bezierCurveTo(...at(-80, 470), ...at(-10, 560), ...at(40, 640));
      context.bezierCurveTo(...at(40, 520), ...at(120, 450), ...at(130, 350));
      context.bezierCurveTo(...at(150, 370), ...at(160, 400), ...at(170, 420));
      context.bezierCurveTo(...at(240, 250), ...at(220, 10), ...at(0, 0));
      context.fill();
    }
    for (let stone = 0; stone < 8; stone += 1) {
      solidEllipse(context, stone % 2 === 0 ? "#8b8790" : "#77737f", {
        x: 100 + stone * 86,
        y: 714 + (stone % 3) * 8,
        rx: 54,
        ry: 36,
      });
    }
  },
};

export const tent: Drawing = {
  width: 1000,
  height: 700,
  lights: [{ x: 500, y: 560, radius: 420 }],
  paint(context, color) {
    const cloth = color ?? "#e08a3c";
    solidPolygon(context, darken(cloth, 0.22), [
      [500, 40],
      [620, 60],
      [970, 690],
      [500, 690],
    ]);
    solidPolygon(context, cloth, [
      [500, 40],
      [880, 690],
      [30, 690],
    ]);
    const inside = context.createRadialGradient(480, 620, 20, 480, 560, 320);
    inside.addColorStop(0, "#ffe9a8");
    inside.addColorStop(1, "#b5682c");
    context.fillStyle = inside;
    context.beginPath();
    context.moveTo(500, 220);
    context.lineTo(640, 690);
    context.lineTo(330, 690);
    context.fill();
    for (const flap of [
      [
        [500, 200],
        [420, 430],
        [290, 690],
        [390, 690],
      ],
      [
        [500, 200],
        [570, 430],
        [700, 690],
        [600, 690],
      ],
    ] as const) {
      solidPolygon(context, lighten(cloth, 0.16), flap);
    }
    solidLimb(context, "#6b4630", [470, 16], [512, 60], 16);
    solidLimb(context, "#6b4630", [530, 16], [488, 60], 16);
  },
};

export const paperPlane: Drawing = {
  width: 900,
  height: 560,
  lights: [],
  paint(context, color) {
    const paper = color ?? "#f3f5fa";
    solidPolygon(context, darken(paper, 0.3), [
      [300, 330],
      [880, 40],
      [380, 540],
    ]);
    solidPolygon(context, paper, [
      [20, 210],
      [880, 40],
      [300, 330],
    ]);
    solidPolygon(context, darken(paper, 0.1), [
      [420, 390],
      [880, 40],
      [700, 520],
    ]);
    solidPolygon(context, darken(paper, 0.18), [
      [300, 330],
      [880, 40],
      [420, 390],
      [380, 540],
    ]);
  },
};
