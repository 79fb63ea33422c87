import { darken, mix } from "#studio/engines/scene/color.ts";
import type { Layer, Stage } from "#studio/engines/scene/layer.ts";

import { tint } from "./foreground.ts";

/** Creates two palms that lean into the scene from the side opposite the light. */
export function palmLayer(stage: Stage): Layer {
  const { width, height, mood } = stage;
  const random = stage.random.fork("palms");
  const fromLeft = mood.lightX > 0.5;
  const trunk = darken(tint(stage, "#8a6544"), 0.2);
  const leaf = tint(stage, "#3f8a4a");
  return {
    depth: 0.75,
    still(context) {
      for (const [offset, tall] of [
        [0.03, 0.62],
        [0.13, 0.5],
      ] as const) {
        const direction = fromLeft ? 1 : -1;
        const footX = (fromLeft ? offset : 1 - offset) * width;
        const footY = height * random.between(0.82, 0.9);
        const top = { x: footX + direction * width * 0.09, y: footY - height * tall };
        context.lineCap = "round";
        context.strokeStyle = trunk;
        context.lineWidth = height * 0.022;
        context.beginPath();
        context.moveTo(footX, footY);
        context.quadraticCurveTo(
          footX + direction * width * 0.01,
          footY - height * tall * 0.6,
          top.x,
          top.y,
        );
        context.stroke();
        for (let index = 0; index < 11; index += 1) {
          const angle = -Math.PI / 2 + ((index - 5) / 5) * 1.9 + random.between(-0.1, 0.1);
          const reach = height * random.between(0.2, 0.27);
          const tip = {
            x: top.x + Math.cos(angle) * reach,
            y: top.y + Math.sin(angle) * reach * 0.55 + reach * 0.42,
          };
          const bow = {
            x: top.x + Math.cos(angle) * reach * 0.6,
            y: top.y + Math.sin(angle) * reach * 0.75,
          };
          context.fillStyle = index % 2 === 0 ? mix(leaf, mood.light, 0.18) : darken(leaf, 0.28);
          context.beginPath();
          context.moveTo(top.x, top.y);
          context.quadraticCurveTo(bow.x, bow.y - reach * 0.1, tip.x, tip.y);
          context.quadraticCurveTo(bow.x, bow.y + reach * 0.16, top.x, top.y);
          context.fill();
        }
      }
    },
  };
}
