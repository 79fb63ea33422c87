import { mix, withAlpha } from "./color.ts";
import type { StillLayer, Stage } from "./layer.ts";
import type { Figure } from "./layout.ts";
import type { Scenery } from "./scenery/scenery.ts";

const stepsMax = 17;

/** Creates footprints in snow or sand that lead from far away to each walking figure. */
export function trackLayer(figures: readonly Figure[], stage: Stage, scenery: Scenery): StillLayer {
  const { width, horizon, mood } = stage;
  const walkers = figures.filter(({ hasGroundUnder, habit }) => {
    return hasGroundUnder && (habit.motion === "hop" || habit.motion === "bob");
  });
  const dark = mix(scenery.groundColor, mood.sky[1], 0.55);
  const bright = mix(scenery.groundColor, mood.light, 0.6);
  return {
    depth: 0.5,
    still(context) {
      for (const [index, figure] of walkers.entries()) {
        const random = stage.random.fork(`tracks ${index}`);
        const fromX = figure.x + (mood.lightX < 0.5 ? 1 : -1) * width * random.between(0.16, 0.3);
        const fromY = horizon + (figure.y - horizon) * 0.16;
        for (let step = 0; step < stepsMax; step += 1) {
          const share = (step / stepsMax) ** 0.75;
          const bend = Math.sin(share * Math.PI) * width * 0.05;
          const size = figure.height * 0.03 * (0.22 + 0.78 * share);
          const side = step % 2 === 0 ? 1 : -1;
          const x = fromX + (figure.x - fromX) * share + bend + side * size * 1.1;
          const y = fromY + (figure.y - fromY) * share;
          context.fillStyle = withAlpha(bright, 0.4);
          context.beginPath();
          context.ellipse(x, y + size * 0.16, size, size * 0.4, 0, 0, Math.PI * 2);
          context.fill();
          context.fillStyle = withAlpha(dark, 0.5);
          context.beginPath();
          context.ellipse(x, y, size * 0.9, size * 0.34, 0, 0, Math.PI * 2);
          context.fill();
        }
      }
    },
  };
}
