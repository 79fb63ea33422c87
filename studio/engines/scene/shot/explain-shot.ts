import type { Shot } from "./read-shot.ts";

/** Extends the engine's limitation by the camera and the speed that the prompt asked for. */
export function explainShot({ camera, pace }: Shot, limitation: string): string {
  const speed = pace > 1 ? "Time-lapse" : "Slow motion";
  return [
    limitation,
    ...(camera === null ? [] : [`Camera: ${camera}`]),
    ...(pace === 1 ? [] : [`${speed}: ${pace} times as fast as in life`]),
  ].join(". ");
}
