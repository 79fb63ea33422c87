/** Part of an image that is seen: 1 is the whole image; `x` and `y` are the place in the middle, from 0 to 1. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const wholeImage: Zoom = { scale: 1, x: 0.5, y: 0.5 };
const scaleMax = 32;

/** Keeps the seen part within the image. */
export function limitZoom({ scale, x, y }: Zoom): Zoom {
  const limited = Math.min(scaleMax, Math.max(1, scale));
  const margin = 0.5 / limited;
  const within = (place: number) => Math.min(1 - margin, Math.max(margin, place));
  return { scale: limited, x: within(x), y: within(y) };
}

/** Zooms by a factor so that the point under the pointer stays. The point is a part of the frame, from 0 to 1. */
export function zoomAt(
  zoom: Zoom,
  factor: number,
  point: { readonly x: number; readonly y: number } = { x: 0.5, y: 0.5 },
): Zoom {
  const scale = Math.min(scaleMax, Math.max(1, zoom.scale * factor));
  const shift = (place: number, part: number) =>
    place + (part - 0.5) / zoom.scale - (part - 0.5) / scale;
  return limitZoom({ scale, x: shift(zoom.x, point.x), y: shift(zoom.y, point.y) });
}

/** Moves the image by parts of the frame. */
export function moveBy(zoom: Zoom, right: number, down: number): Zoom {
  return limitZoom({ ...zoom, x: zoom.x - right / zoom.scale, y: zoom.y - down / zoom.scale });
}

/** CSS transform of an image that fills its frame. */
export function toTransform({ scale, x, y }: Zoom): string {
  return `translate(${(0.5 - x * scale) * 100}%, ${(0.5 - y * scale) * 100}%) scale(${scale})`;
}
