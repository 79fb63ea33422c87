import type { Family } from "#studio/engines/model3d/family.ts";
import { part } from "#studio/engines/model3d/family.ts";
import { glass, glossy, glowing, matte, metal } from "#studio/engines/model3d/material.ts";
import type { Solid } from "#studio/engines/model3d/solid.ts";
import {
  arc,
  around,
  at,
  ball,
  box,
  cone,
  cut,
  cylinder,
  hull,
  lathe,
  move,
  ring,
  scale,
  smooth,
  tube,
  turn,
  union,
} from "#studio/engines/model3d/solid.ts";

const dark = matte("#24262b", 0.4);
const steel = metal("#c2c6cb", 0.25);

/** A disc that faces the front (−y). */
function disc(radius: number, depth: number): Solid {
  return turn(cylinder(depth, radius), [90, 0, 0]);
}

function grid(columns: number, rows: number, [x, z]: readonly [number, number], key: Solid): Solid {
  return union(
    ...Array.from({ length: columns * rows }, (_, index) =>
      move(key, [((index % columns) - (columns - 1) / 2) * x, 0, Math.floor(index / columns) * z]),
    ),
  );
}

const remote: Family = {
  names: ["remote", "remote control", "tv remote", "television remote"],
  near: ["control"],
  parts: ["button", "buttons"],
  build: ({ main, detail }) => [
    part(box(0.05, 0.02, 0.19, 0.009), main(matte("#2b2d33", 0.4))),
    part(
      move(
        grid(3, 5, [0.014, 0.018], turn(cylinder(0.004, 0.005), [90, 0, 0])),
        [0, -0.009, 0.035],
      ),
      detail("button", detail("buttons", matte("#d9dce0"))),
    ),
    part(union(move(turn(ring(0.013, 0.004), [90, 0, 0]), [0, -0.01, 0.138])), steel),
    part(move(disc(0.006, 0.005), [-0.014, -0.009, 0.172]), glossy("#d23b36")),
  ],
};

const phone: Family = {
  names: ["cell phone", "mobile phone", "smartphone", "phone", "cellular telephone", "iphone"],
  near: ["ipod", "mp3 player"],
  parts: ["screen", "case"],
  build: ({ main, detail }) => [
    part(box(0.074, 0.009, 0.154, 0.0044), detail("case", main(metal("#3b4048", 0.3)))),
    part(move(box(0.068, 0.002, 0.146), [0, -0.0042, 0.004]), detail("screen", glossy("#16233f"))),
    part(
      union(
        ...[0.02, 0.045, 0.07, 0.095].flatMap((z, row) =>
          [-0.023, -0.008, 0.007, 0.022]
            .filter((_, index) => row < 3 || index < 3)
            .map((x) => move(box(0.011, 0.002, 0.013, 0.0009), [x, -0.005, z + 0.016])),
        ),
      ),
      glossy("#5fb4f0"),
    ),
    part(move(disc(0.003, 0.002), [0, -0.0044, 0.145]), dark),
  ],
};

const tablet: Family = {
  names: ["tablet", "tablet computer", "ipad", "e-reader", "ebook reader"],
  parts: ["screen"],
  build: ({ main, detail }) => [
    part(turn(box(0.18, 0.01, 0.25, 0.0048), [-12, 0, 0]), main(metal("#c3c7cc", 0.3))),
    part(
      turn(move(box(0.165, 0.002, 0.235), [0, -0.0046, 0.0075]), [-12, 0, 0]),
      detail("screen", glossy("#23406e")),
    ),
    part(
      turn(
        union(
          ...[0.05, 0.1, 0.15].flatMap((z) =>
            [-0.055, 0, 0.055].map((x) => move(box(0.032, 0.002, 0.032, 0.0009), [x, -0.0056, z])),
          ),
        ),
        [-12, 0, 0],
      ),
      glossy("#7cc6f2"),
    ),
  ],
};

const speaker: Family = {
  names: ["speaker", "loudspeaker", "stereo", "stereo speaker"],
  near: ["amplifier", "guitar amp", "subwoofer"],
  parts: ["cone"],
  build: ({ main, detail }) => [
    part(
      cut(
        box(0.26, 0.24, 0.44, 0.01),
        move(disc(0.1, 0.03), [0, -0.1, 0.15]),
        move(disc(0.045, 0.03), [0, -0.1, 0.34]),
      ),
      main(matte("#5b3d28", 0.5)),
    ),
    part(
      union(
        move(
          turn(
            lathe([
              [0, 0],
              [0.098, 0],
              [0.096, 0.02],
              [0.085, 0.012],
              [0.03, 0.045],
              [0, 0.05],
            ]),
            [90, 0, 0],
          ),
          [0, -0.095, 0.15],
        ),
        move(
          turn(
            lathe([
              [0, 0],
              [0.043, 0],
              [0.04, 0.004],
              [0.02, 0.022],
              [0, 0.03],
            ]),
            [90, 0, 0],
          ),
          [0, -0.1, 0.34],
        ),
      ),
      detail("cone", matte("#26272c", 0.6)),
    ),
    part(
      union(
        move(turn(ring(0.1, 0.007), [90, 0, 0]), [0, -0.12, 0.15]),
        move(turn(ring(0.046, 0.005), [90, 0, 0]), [0, -0.12, 0.34]),
      ),
      steel,
    ),
  ],
};

const radio: Family = {
  names: ["radio", "vintage radio", "radio receiver", "transistor radio"],
  near: ["cd player"],
  parts: ["antenna", "handle", "knob"],
  build: ({ main, detail }) => [
    part(box(0.3, 0.12, 0.19, 0.028), main(matte("#a5673a", 0.45))),
    part(
      union(
        ...Array.from({ length: 8 }, (_, index) =>
          move(box(0.13, 0.01, 0.007, 0.002), [-0.06, -0.06, 0.035 + index * 0.015]),
        ),
      ),
      matte("#efe2c4", 0.8),
    ),
    part(move(box(0.1, 0.01, 0.055, 0.004), [0.078, -0.059, 0.105]), glowing("#ffd48a")),
    part(
      at(move(disc(0.022, 0.018), [0, -0.056, 0.06]), [0.05, 0, 0], [0.108, 0, 0]),
      detail("knob", metal("#d9b25a", 0.3)),
    ),
    part(
      union(
        tube(
          [
            [0.13, 0.03, 0.18],
            [0.2, 0.03, 0.42],
          ],
          0.003,
        ),
        move(ball(0.006), [0.2, 0.03, 0.42]),
      ),
      detail("antenna", steel),
    ),
    part(tube(arc(0.1, 20, 160, [0, 0, 0.155], 12), 0.008), detail("handle", dark)),
  ],
};

const headphones: Family = {
  names: ["headphones", "headphone", "headset", "earmuffs"],
  near: ["earphone", "earphones", "earbuds", "earplug"],
  parts: ["cushion", "band"],
  build: ({ main, detail }) => [
    part(
      union(
        tube(arc(0.085, -5, 185, [0, 0, 0.11], 24), 0.009),
        ...[-1, 1].map((side) =>
          move(turn(cylinder(0.022, 0.036, 0.03), [0, side * 90, 0]), [side * 0.08, 0, 0.085]),
        ),
      ),
      main(matte("#2b2d33", 0.4)),
    ),
    part(
      union(
        ...[-1, 1].map((side) =>
          move(scale(turn(ring(0.026, 0.013), [0, 90, 0]), [1, 1, 1.15]), [side * 0.074, 0, 0.085]),
        ),
      ),
      detail("cushion", matte("#5a5e66", 0.9)),
    ),
    part(
      union(
        ...[-1, 1].map((side) =>
          move(turn(cylinder(0.003, 0.02), [0, side * 90, 0]), [side * 0.101, 0, 0.085]),
        ),
      ),
      steel,
    ),
  ],
};

const controller: Family = {
  names: [
    "game controller",
    "gamepad",
    "joystick",
    "video game controller",
    "game console controller",
  ],
  parts: ["button", "buttons"],
  build: ({ main, detail }) => [
    part(
      union(
        hull(
          move(ball([0.034, 0.02, 0.03]), [-0.045, 0, 0.06]),
          move(ball([0.034, 0.02, 0.03]), [0.045, 0, 0.06]),
        ),
        ...[-1, 1].map((side) =>
          hull(
            move(ball([0.03, 0.02, 0.028]), [side * 0.05, 0, 0.055]),
            move(ball([0.016, 0.016, 0.02]), [side * 0.068, 0, 0.018]),
          ),
        ),
      ),
      main(matte("#2d3037", 0.45)),
    ),
    part(
      union(
        ...[-0.02, 0.02].map((x) =>
          union(
            move(disc(0.01, 0.016), [x, -0.012, 0.045]),
            move(disc(0.013, 0.005), [x, -0.026, 0.045]),
          ),
        ),
      ),
      dark,
    ),
    part(
      move(
        union(box(0.028, 0.008, 0.009), move(box(0.009, 0.008, 0.028), [0, 0, -0.0095])),
        [-0.052, -0.017, 0.066],
      ),
      matte("#8c9098", 0.4),
    ),
    ...["#d23b36", "#4c9f50", "#3a6fd8", "#f4c93a"].map((color, index) => {
      const angle = (index * Math.PI) / 2;
      return part(
        move(disc(0.006, 0.008), [
          0.052 + 0.013 * Math.cos(angle),
          -0.016,
          0.07 + 0.013 * Math.sin(angle),
        ]),
        detail("button", detail("buttons", glossy(color))),
      );
    }),
  ],
};

const keyboard: Family = {
  names: ["keyboard", "computer keyboard"],
  parts: ["key", "keys"],
  build: ({ main, detail }) => [
    part(
      hull(box(0.44, 0.15, 0.008, 0.003), move(box(0.44, 0.02, 0.012, 0.004), [0, 0.06, 0.008])),
      main(matte("#33363d", 0.5)),
    ),
    part(
      turn(
        union(
          ...[0.045, 0.018, -0.009, -0.036].map((y) =>
            union(
              ...Array.from({ length: 15 }, (_, index) =>
                move(
                  hull(box(0.022, 0.021, 0.001), move(box(0.017, 0.016, 0.001), [0, 0, 0.007])),
                  [-0.189 + index * 0.027, y, 0.012],
                ),
              ),
            ),
          ),
          move(box(0.15, 0.018, 0.007), [-0.02, -0.06, 0.012]),
          at(
            move(box(0.04, 0.018, 0.007), [0, -0.06, 0.012]),
            [-0.17, 0, 0],
            [0.11, 0, 0],
            [0.17, 0, 0],
          ),
        ),
        [4, 0, 0],
      ),
      detail("key", detail("keys", matte("#e8e9eb", 0.6))),
    ),
  ],
};

const computerMouse: Family = {
  names: ["computer mouse", "wireless mouse", "pc mouse"],
  build: ({ main }) => [
    part(
      cut(
        scale(ball(0.032), [0.95, 1.75, 1.1]),
        move(box(1, 1, 1), [0, 0, -1]),
        move(box(0.0015, 0.06, 0.1), [0, -0.035, 0.012]),
      ),
      main(matte("#2f3238", 0.4)),
    ),
    part(move(turn(cylinder(0.007, 0.009), [0, 90, 0]), [-0.0035, -0.032, 0.027]), steel),
  ],
};

const calculator: Family = {
  names: ["calculator", "pocket calculator"],
  near: ["pager"],
  parts: ["button", "screen"],
  build: ({ main, detail }) => [
    part(turn(box(0.085, 0.016, 0.145, 0.006), [-10, 0, 0]), main(matte("#3a3d44", 0.5))),
    part(
      turn(move(box(0.07, 0.004, 0.03), [0, -0.008, 0.105]), [-10, 0, 0]),
      detail("screen", glossy("#b9cda6")),
    ),
    part(
      turn(
        move(grid(4, 5, [0.018, 0.018], box(0.013, 0.007, 0.012, 0.003)), [0, -0.009, 0.009]),
        [-10, 0, 0],
      ),
      detail("button", matte("#eceef0")),
    ),
  ],
};

const router: Family = {
  names: ["router", "wifi router", "modem"],
  parts: ["antenna"],
  build: ({ main, detail }) => [
    part(box(0.22, 0.14, 0.035, 0.012), main(matte("#2b2d33", 0.4))),
    part(
      union(
        ...[-0.09, 0, 0.09].map((x) =>
          hull(move(ball(0.007), [x, 0.07, 0.03]), move(ball(0.005), [x * 1.25, 0.09, 0.2])),
        ),
      ),
      detail("antenna", dark),
    ),
    part(
      at(
        move(disc(0.004, 0.004), [0, -0.068, 0.018]),
        [-0.06, 0, 0],
        [-0.04, 0, 0],
        [-0.02, 0, 0],
        [0, 0, 0],
      ),
      glowing("#62e08a"),
    ),
  ],
};

const camcorder: Family = {
  names: ["camcorder", "video camera", "television camera", "movie camera"],
  parts: ["lens"],
  build: ({ main, detail }) => [
    part(
      union(box(0.09, 0.2, 0.11, 0.014), move(box(0.03, 0.13, 0.03, 0.01), [0, 0, 0.105])),
      main(matte("#2d3037", 0.45)),
    ),
    part(
      union(move(disc(0.04, 0.06), [0, -0.095, 0.055]), move(disc(0.046, 0.02), [0, -0.14, 0.055])),
      detail("lens", dark),
    ),
    part(move(disc(0.034, 0.004), [0, -0.158, 0.055]), glass("#3b5f8f", 0.9)),
    part(
      union(
        move(box(0.006, 0.11, 0.075, 0.002), [-0.075, 0.01, 0.02]),
        move(box(0.05, 0.01, 0.02), [-0.06, 0.05, 0.05]),
      ),
      steel,
    ),
    part(move(disc(0.006, 0.004), [0.025, -0.1, 0.095]), glowing("#ff4a4a")),
  ],
};

const webcam: Family = {
  names: ["webcam", "web camera"],
  near: ["security camera", "cctv"],
  build: ({ main }) => [
    part(
      union(move(ball(0.035), [0, 0, 0.075]), cylinder(0.05, 0.008), cylinder(0.008, 0.035)),
      main(matte("#2d3037", 0.4)),
    ),
    part(move(disc(0.018, 0.012), [0, -0.028, 0.075]), steel),
    part(move(disc(0.013, 0.004), [0, -0.038, 0.075]), glass("#2f4f8f", 0.9)),
  ],
};

const recordPlayer: Family = {
  names: ["record player", "turntable", "vinyl player"],
  parts: ["record", "arm"],
  build: ({ main, detail }) => [
    part(
      union(
        box(0.44, 0.36, 0.08, 0.012),
        at(
          cylinder(0.02, 0.025),
          [-0.18, -0.14, -0.015],
          [0.18, -0.14, -0.015],
          [0.18, 0.14, -0.015],
          [-0.18, 0.14, -0.015],
        ),
      ),
      main(matte("#8a5a33", 0.45)),
    ),
    part(
      move(
        cut(
          cylinder(0.012, 0.152),
          ...[0.08, 0.1, 0.12, 0.14].map((radius) => move(ring(radius, 0.0018), [0, 0, 0.012])),
        ),
        [-0.04, 0, 0.08],
      ),
      detail("record", glossy("#17181c")),
    ),
    part(move(cylinder(0.0125, 0.05), [-0.04, 0, 0.08]), glossy("#d23b36")),
    part(
      union(
        move(cylinder(0.03, 0.022), [0.165, 0.11, 0.08]),
        tube(
          [
            [0.165, 0.12, 0.115],
            [0.165, -0.04, 0.112],
            [0.11, -0.09, 0.1],
          ],
          0.006,
        ),
        move(box(0.02, 0.03, 0.012), [0.105, -0.095, 0.092]),
        move(cylinder(0.03, 0.003), [-0.04, 0, 0.08]),
      ),
      detail("arm", steel),
    ),
  ],
};

const gramophone: Family = {
  names: ["gramophone", "phonograph"],
  parts: ["horn", "record"],
  build: ({ main, detail }) => [
    part(
      union(box(0.36, 0.36, 0.16, 0.012), move(box(0.42, 0.42, 0.03, 0.01), [0, 0, -0.005])),
      main(matte("#7d4a28", 0.45)),
    ),
    part(move(cylinder(0.015, 0.14), [0, -0.02, 0.16]), detail("record", glossy("#17181c"))),
    part(
      union(
        tube(
          [
            [0, 0.17, 0.18],
            [0, 0.2, 0.3],
            [0, 0.14, 0.38],
          ],
          0.016,
        ),
        move(
          turn(
            cut(
              lathe(
                smooth([
                  [0, 0],
                  [0.015, 0],
                  [0.05, 0.16],
                  [0.12, 0.28],
                  [0.25, 0.36],
                  [0, 0.362],
                ]),
              ),
              lathe(
                smooth([
                  [0, 0.01],
                  [0.008, 0.01],
                  [0.042, 0.165],
                  [0.112, 0.29],
                  [0.245, 0.37],
                  [0, 0.372],
                ]),
              ),
            ),
            [42, 0, 0],
          ),
          [0, 0.14, 0.37],
        ),
      ),
      detail("horn", metal("#d9aa3f", 0.25)),
    ),
    part(
      tube(
        [
          [0.18, 0, 0.09],
          [0.24, 0, 0.09],
          [0.24, 0.05, 0.06],
        ],
        0.008,
      ),
      steel,
    ),
  ],
};

const microphone: Family = {
  names: ["microphone", "mic"],
  parts: ["stand"],
  build: ({ main, detail }) => [
    part(union(move(scale(ball(0.03), [1, 1, 1.1]), [0, 0, 0.215])), metal("#8d9299", 0.45)),
    part(
      union(
        move(cylinder(0.15, 0.013, 0.021), [0, 0, 0.04]),
        move(cylinder(0.008, 0.03), [0, 0, 0.205]),
      ),
      main(matte("#26282d", 0.45)),
    ),
    part(union(cylinder(0.012, 0.06), cylinder(0.06, 0.008)), detail("stand", dark)),
  ],
};

const flashlight: Family = {
  names: ["flashlight", "torch light"],
  near: ["spotlight", "headlight"],
  build: ({ main }) => [
    part(
      move(
        turn(
          lathe([
            [0, 0],
            [0.018, 0],
            [0.019, 0.11],
            [0.032, 0.14],
            [0.033, 0.17],
            [0, 0.17],
          ]),
          [90, 0, 0],
        ),
        [0, 0.08, 0.034],
      ),
      main(metal("#2d3037", 0.4)),
    ),
    part(union(move(disc(0.028, 0.005), [0, -0.088, 0.034])), glowing("#fff0b8")),
    part(move(box(0.012, 0.025, 0.006, 0.002), [0, 0.01, 0.05]), glossy("#d23b36")),
  ],
};

const lightBulb: Family = {
  names: ["light bulb", "lightbulb", "bulb"],
  build: ({ main }) => [
    part(
      lathe(
        smooth([
          [0, 0.03],
          [0.014, 0.03],
          [0.016, 0.045],
          [0.032, 0.08],
          [0.03, 0.105],
          [0.015, 0.122],
          [0, 0.124],
        ]),
      ),
      main({ ...glass("#fff2c0", 0.7), glows: true }),
    ),
    part(
      union(
        cylinder(0.034, 0.0135),
        ...[0.008, 0.016, 0.024].map((z) => move(ring(0.0135, 0.0025), [0, 0, z])),
      ),
      steel,
    ),
    part(move(cone(0.008, 0.008), [0, 0, -0.006]), dark),
  ],
};

const socket: Family = {
  names: ["wall socket", "power outlet", "electrical outlet", "light switch"],
  near: ["socket", "plug"],
  build: ({ main, has }) => [
    part(
      cut(
        box(0.085, 0.014, 0.13, 0.006),
        ...(has("switch")
          ? []
          : [0.038, 0.088].flatMap((z) => [
              move(box(0.005, 0.02, 0.014), [-0.011, -0.008, z]),
              move(box(0.005, 0.02, 0.014), [0.011, -0.008, z]),
              move(disc(0.004, 0.02), [0, 0, z - 0.008]),
            ])),
      ),
      main(glossy("#f4f3ef")),
    ),
    part(
      has("switch")
        ? move(turn(box(0.03, 0.014, 0.06, 0.003), [8, 0, 0]), [0, -0.006, 0.035])
        : move(disc(0.004, 0.003), [0, -0.006, 0.065]),
      steel,
    ),
  ],
};

const printer: Family = {
  names: ["printer", "photocopier", "copier"],
  near: ["fax machine", "scanner"],
  parts: ["paper"],
  build: ({ main, detail }) => [
    part(
      cut(box(0.44, 0.36, 0.2, 0.02), move(box(0.32, 0.2, 0.07), [0, -0.14, 0.07])),
      main(matte("#d9dcdf", 0.5)),
    ),
    part(
      union(
        move(box(0.34, 0.14, 0.01), [0, -0.22, 0.065]),
        move(turn(box(0.32, 0.01, 0.16), [-18, 0, 0]), [0, 0.11, 0.19]),
        move(box(0.12, 0.008, 0.04), [0.12, -0.18, 0.15]),
      ),
      dark,
    ),
    part(
      union(
        move(turn(box(0.23, 0.004, 0.2), [-18, 0, 0]), [0, 0.1, 0.19]),
        move(box(0.22, 0.17, 0.006), [0, -0.2, 0.076]),
      ),
      detail("paper", matte("#fbfbfa", 0.9)),
    ),
    part(move(disc(0.008, 0.004), [-0.18, -0.178, 0.17]), glowing("#62e08a")),
  ],
};

const dishAntenna: Family = {
  names: ["satellite dish", "dish antenna", "parabolic antenna"],
  near: ["antenna", "aerial"],
  build: ({ main }) => [
    part(
      move(
        turn(cut(ball([0.5, 0.5, 0.2]), ball([0.49, 0.49, 0.185]), box(2, 2, 1)), [58, 0, 0]),
        [0, -0.02, 0.95],
      ),
      main(matte("#e7e9eb", 0.5)),
    ),
    part(
      union(
        move(cylinder(0.8, 0.035), [0, 0.16, 0]),
        cylinder(0.02, 0.25),
        hull(move(ball(0.04), [0, 0.16, 0.78]), move(ball(0.03), [0, 0.1, 0.82])),
        tube(
          [
            [-0.3, -0.1, 0.85],
            [0, -0.5, 1.2],
          ],
          0.01,
        ),
        tube(
          [
            [0.3, -0.1, 0.85],
            [0, -0.5, 1.2],
          ],
          0.01,
        ),
        move(turn(cylinder(0.08, 0.03), [58, 0, 0]), [0, -0.5, 1.2]),
      ),
      steel,
    ),
  ],
};

const battery: Family = {
  names: ["battery", "aa battery", "batteries"],
  build: ({ main }) => [
    part(cylinder(0.033, 0.0072), main(glossy("#26282d"))),
    part(
      union(
        move(cylinder(0.013, 0.0072), [0, 0, 0.033]),
        move(cylinder(0.003, 0.0028), [0, 0, 0.046]),
      ),
      metal("#c8763f", 0.3),
    ),
    part(around(move(box(0.001, 0.001, 0.001), [0.007, 0, 0.01]), 3), steel),
  ],
};

export const electronics: readonly Family[] = [
  remote,
  phone,
  tablet,
  speaker,
  radio,
  headphones,
  controller,
  keyboard,
  computerMouse,
  calculator,
  router,
  camcorder,
  webcam,
  recordPlayer,
  gramophone,
  microphone,
  flashlight,
  lightBulb,
  socket,
  printer,
  dishAntenna,
  battery,
];
