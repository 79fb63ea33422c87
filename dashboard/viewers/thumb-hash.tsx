import { type RefObject, useEffect, useRef } from "react";
import { thumbHashToRGBA } from "thumbhash";

/** Blurred image that stands for an image until it is loaded. */
export function ThumbHash({
  hash,
  image,
  className,
}: {
  readonly hash: string;
  readonly image: RefObject<HTMLImageElement | null>;
  readonly className: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    // Drawing the hashes of a wall takes longer than all other work of its first frame.
    if (canvas.current === null || context == null || image.current?.complete === true) return;
    const { w, h, rgba } = thumbHashToRGBA(
      Uint8Array.from(atob(hash), (byte) => byte.charCodeAt(0)),
    );
    canvas.current.width = w;
    canvas.current.height = h;
    context.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
  }, [hash, image]);
  return <canvas ref={canvas} aria-hidden className={className} />;
}
