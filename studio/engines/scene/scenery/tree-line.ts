import { mix } from "#studio/engines/scene/color.ts";
import type { Layer, Stage } from "#studio/engines/scene/layer.ts";

import { snowColor, tint } from "./foreground.ts";
import { paintConifer, paintLeafTree } from "./trees.ts";

const firGreen = "#2c5a3f";

interface TreeLine {
  readonly name: string;
  /** Foot of the trees, in pixels from the top. */
  readonly y: number;
  readonly height: number;
  readonly count: number;
  readonly depth: number;
  /** Share of the haze in the trees' colours. */
  readonly fade: number;
  readonly kind: "fir" | "leaf";
  /** Share of the width, around the middle, without trees. */
  readonly clearing: number;
}

export function treeLine(stage: Stage, line: TreeLine): Layer {
  const { width, mood } = stage;
  const leaves = mood.isAutumn
    ? (["#d9772b", "#c4452d", "#e0a83a"] as const)
    : (["#3f7d3a", "#4f8f3d", "#2f6d3f"] as const);
  return {
    depth: line.depth,
    still(context) {
      const random = stage.random.fork(line.name);
      const positions = Array.from({ length: line.count }, (_, index) => {
        const share = (index + random.between(0.1, 0.9)) / line.count;
        return (share * 1.16 - 0.08) * width;
      });
      for (const x of positions) {
        if (Math.abs(x / width - 0.5) < line.clearing / 2) continue;
        const bare = line.kind === "fir" ? firGreen : random.pick(leaves);
        const foliage = mix(tint(stage, bare), mood.haze, line.fade);
        const look = {
          x,
          y: line.y + random.between(-0.02, 0.04) * line.height,
          height: line.height * random.between(0.72, 1.18),
          foliage,
          trunk: mix(tint(stage, "#4a3628"), mood.haze, line.fade),
          snow: mood.isSnowy ? mix(snowColor(stage), mood.haze, line.fade * 0.9) : null,
          lightSide: mood.lightX * width < x ? -1 : 1,
          light: mood.light,
        };
        if (line.kind === "fir") paintConifer(context, look, random);
        else paintLeafTree(context, look, random);
      }
    },
  };
}
