import { useEffect, useRef } from "react";
import { thumbHashToRGBA } from "thumbhash";

/** Blurred image that stands for an image until it is loaded. */
export function ThumbHash({
  hash,
  className,
}: {
  readonly hash: string;
  readonly className: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (canvas.current === null || context == null) return;
    const { w, h, rgba } = thumbHashToRGBA(
      Uint8Array.from(atob(hash), (byte) => byte.charCodeAt(0)),
    );
    canvas.current.width = w;
    canvas.current.height = h;
    context.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
  }, [hash]);
  return <canvas ref={canvas} aria-hidden className={className} />;
}
