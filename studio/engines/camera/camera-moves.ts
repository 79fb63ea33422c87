import type { Random } from "#studio/engines/scene/random.ts";

export const cameraMoves = [
  "push",
  "pull",
  "pan left",
  "pan right",
  "tilt up",
  "tilt down",
  "orbit",
  "handheld",
] as const;
export type CameraMove = (typeof cameraMoves)[number];

/** In order of precedence: "slow handheld push" is handheld. */
const patterns: readonly (readonly [CameraMove, RegExp])[] = [
  ["handheld", /hand-?held|shak[ey]|wobbl|vibrat/iu],
  ["orbit", /\borbit|circl|rotat|around|\barc\b|revolv/iu],
  ["pull", /\bpull|zoom(?:s|ing)?[- ]?out|dolly(?:ing)?[- ]?(?:out|back)|back away|move back/iu],
  ["push", /\bpush|zoom|dolly|closer|approach|move in\b/iu],
  ["tilt up", /\b(?:tilt|pan|move|crane|pedestal)\w*[- ]?(?:the camera )?up|upwards?\b|rise/iu],
  ["tilt down", /\b(?:tilt|crane|pedestal)|downwards?\b|pan\w* down/iu],
  ["pan left", /\b(?:pan|move|slide|track|truck)\w*\b.{0,30}?\bleft\b(?! to)|right to left/iu],
  ["pan right", /\bpan|\bslid|\btrack|\btruck|to the right|left to right|sideways/iu],
];

/** Finds the move that a prompt names; null when it names none. */
export function readCameraMove(prompt: string): CameraMove | null {
  return patterns.find(([, pattern]) => pattern.test(prompt))?.[0] ?? null;
}

/** Enlargement, and shift in shares of the frame, of a layer. */
export interface Framing {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** Enlargement that leaves a margin, so that a shifted layer never shows its edge. */
const margin = 1.12;
/** No layer is enlarged more than this. */
export const zoomMax = 1.2;

/**
 * Positions a layer at a point in time. `near` is from 0 for the farthest layer to 1 for the subject, which moves
 * most: the difference is the parallax. Shifts stay below half of the margin.
 */
export function frameLayer(
  move: CameraMove,
  near: number,
  { share, seconds }: { share: number; seconds: number },
  random: Random,
): Framing {
  const eased = share * share * (3 - 2 * share);
  const reach = 0.022 + near * 0.028;
  const along = (eased * 2 - 1) * reach;
  switch (move) {
    case "push":
      return { zoom: 1.03 + eased * (0.07 + near * 0.09), x: 0, y: 0 };
    case "pull":
      return { zoom: 1.03 + (1 - eased) * (0.07 + near * 0.09), x: 0, y: 0 };
    case "pan left":
      return { zoom: margin, x: along, y: 0 };
    case "pan right":
      return { zoom: margin, x: -along, y: 0 };
    case "tilt up":
      return { zoom: margin, x: 0, y: along };
    case "tilt down":
      return { zoom: margin, x: 0, y: -along };
    case "orbit": {
      // The camera turns around the subject: the background passes behind it.
      const swing = Math.sin((share - 0.5) * Math.PI) * 0.05;
      return { zoom: margin, x: swing * (1 - near * 1.3), y: 0 };
    }
    case "handheld": {
      const phases = random.fork("handheld");
      const sway = () => {
        const phase = phases.between(0, Math.PI * 2);
        const slow = Math.sin(seconds * 2.1 + phase);
        return (slow * 0.7 + Math.sin(seconds * 5.3 + phase * 3) * 0.3) * 0.016;
      };
      const [x, y] = [sway(), sway()];
      const strength = 0.6 + near * 0.4;
      return { zoom: margin, x: x * strength, y: y * strength };
    }
  }
}
