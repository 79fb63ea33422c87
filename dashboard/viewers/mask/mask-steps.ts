/** Place in an image; both parts are from 0 to 1. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** One change of a mask. White is the area to change, black stays. */
export type MaskStep =
  | {
      readonly type: "stroke";
      readonly isErasing: boolean;
      /** Diameter as a part of the image's width. */
      readonly size: number;
      readonly places: readonly Place[];
    }
  | { readonly type: "rectangle"; readonly from: Place; readonly to: Place }
  | { readonly type: "all" }
  | { readonly type: "invert" };

/** Draws a mask from its steps, so that undoing is leaving the last one out. */
export function drawMask(context: CanvasRenderingContext2D, steps: readonly MaskStep[]): void {
  const { width, height } = context.canvas;
  context.globalCompositeOperation = "source-over";
  context.fillStyle = "black";
  context.fillRect(0, 0, width, height);
  for (const step of steps) drawStep(context, step);
}

export function drawStep(context: CanvasRenderingContext2D, step: MaskStep): void {
  const { width, height } = context.canvas;
  context.globalCompositeOperation = step.type === "invert" ? "difference" : "source-over";
  context.fillStyle = "white";
  switch (step.type) {
    case "all":
    case "invert":
      context.fillRect(0, 0, width, height);
      break;
    case "rectangle": {
      const { from, to } = step;
      const [left, top] = [from.x * width, from.y * height];
      context.fillRect(left, top, to.x * width - left, to.y * height - top);
      break;
    }
    case "stroke":
      drawStroke(context, step);
      break;
  }
}

function drawStroke(
  context: CanvasRenderingContext2D,
  { isErasing, size, places }: MaskStep & { readonly type: "stroke" },
): void {
  const { width, height } = context.canvas;
  context.strokeStyle = isErasing ? "black" : "white";
  context.lineWidth = size * width;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  for (const { x, y } of places) context.lineTo(x * width, y * height);
  // A click is a dot.
  if (places.length === 1 && places[0] !== undefined) {
    context.lineTo(places[0].x * width, places[0].y * height);
  }
  context.stroke();
}
