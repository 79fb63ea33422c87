import type { SKRSContext2D } from "@napi-rs/canvas";

import { letteringFamily as family } from "#studio/engines/lettering-font.ts";

import { darken, lighten, mix, withAlpha } from "./color.ts";
import { solidBox } from "./drawings/drawing.ts";
import type { Stage, StillLayer } from "./layer.ts";
import type { PromptReading } from "./reading/read-prompt.ts";

/** Paints a slate in a wooden frame. */
function drawBoard(
  context: SKRSContext2D,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const frame = height * 0.06;
  const box = { x: x - frame, y: y - frame, width: width + frame * 2, height: height + frame * 2 };
  context.shadowColor = withAlpha("#000000", 0.45);
  context.shadowBlur = frame * 2;
  solidBox(context, "#9a6b3f", box, frame);
  context.shadowColor = "transparent";
  solidBox(context, "#2c3a36", { x, y, width, height }, frame / 2);
}

/** Creates large lettering of the quoted text, styled as the neon, logo, sign or poster of the prompt. */
export function letteringLayer(stage: Stage, reading: PromptReading): StillLayer {
  return {
    depth: 0,
    still(context) {
      const { width, height, mood } = stage;
      const lines = (reading.quotedText ?? "").split("\n");
      const hasSubjects = reading.subjects.length > 0;
      const area = hasSubjects ? height * 0.26 : height * 0.5;
      context.textAlign = "center";
      context.textBaseline = "middle";
      let size = Math.min(area / lines.length / 1.2, height * 0.24);
      context.font = `bold ${size}px "${family}"`;
      const firstSize = size;
      const widest = Math.max(...lines.map((line) => context.measureText(line).width), 1);
      size *= Math.min(1, (width * 0.84) / widest);
      context.font = `bold ${size}px "${family}"`;
      const center = hasSubjects ? height * 0.17 : height * 0.48;
      if (reading.lettering === "chalkboard") {
        const wide = Math.min(width * 0.94, width * 0.08 + (widest * size) / firstSize);
        const tall = size * (lines.length + 0.9) * 1.18;
        drawBoard(context, {
          x: (width - wide) / 2,
          y: center - tall / 2,
          width: wide,
          height: tall,
        });
      }
      for (const [index, line] of lines.entries()) {
        const y = center + (index - (lines.length - 1) / 2) * size * 1.18;
        drawLine(line, width / 2, y, size);
      }

      function drawLine(line: string, x: number, y: number, tall: number): void {
        context.lineJoin = "round";
        if (reading.lettering === "neon") {
          const color = "#ff4fb0";
          context.shadowColor = color;
          for (const blur of [0.5, 0.25, 0.1]) {
            context.shadowBlur = tall * blur;
            context.strokeStyle = withAlpha(color, 0.9);
            context.lineWidth = tall * 0.06;
            context.strokeText(line, x, y);
          }
          context.shadowBlur = 0;
          context.strokeStyle = "#fff2fa";
          context.lineWidth = tall * 0.022;
          context.strokeText(line, x, y);
          return;
        }
        if (reading.lettering === "chalkboard") {
          context.fillStyle = "#f4f1e6";
          context.fillText(line, x, y);
          return;
        }
        const dark = darken(mood.sky[0], 0.6);
        context.shadowColor = withAlpha(dark, 0.65);
        context.shadowBlur = tall * 0.16;
        context.shadowOffsetY = tall * 0.05;
        context.strokeStyle = withAlpha(dark, 0.85);
        context.lineWidth = tall * 0.09;
        context.strokeText(line, x, y);
        context.shadowColor = "transparent";
        const face = context.createLinearGradient(0, y - tall / 2, 0, y + tall / 2);
        face.addColorStop(0, "#ffffff");
        face.addColorStop(
          1,
          mix(lighten(mood.light, 0.2), "#ffcf6b", reading.lettering === "logo" ? 0.6 : 0.3),
        );
        context.fillStyle = face;
        context.fillText(line, x, y);
      }
    },
  };
}
