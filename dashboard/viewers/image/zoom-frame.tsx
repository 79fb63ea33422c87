import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";

import { moveBy, toTransform, wholeImage, type Zoom, zoomAt } from "./zoom.ts";

import styles from "./image.module.css";

const wheelFactor = 1.0015;
const keyFactor = 1.4;
const keyMove = 0.1;

/** Frame in which an image is zoomed with the wheel, moved by dragging, and both with the keyboard. */
export function ZoomFrame({
  label,
  ratio,
  zoom,
  onZoom,
  children,
}: {
  readonly label: string;
  /** Width of the image divided by its height. */
  readonly ratio: number;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  readonly children: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const turnWheel = useEffectEvent((event: WheelEvent) => {
    // The page scrolls until a person zooms on purpose.
    if (!event.ctrlKey && zoom.scale === 1) return;
    event.preventDefault();
    const { left, top, width, height } = (
      event.currentTarget as HTMLElement
    ).getBoundingClientRect();
    const point = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    onZoom(zoomAt(zoom, wheelFactor ** -event.deltaY, point));
  });
  useEffect(() => {
    const element = frame.current;
    const listen = (event: WheelEvent) => turnWheel(event);
    // React listens passively, so that it cannot keep the page from scrolling.
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, []);
  const keys: Readonly<Record<string, () => Zoom>> = {
    "+": () => zoomAt(zoom, keyFactor),
    "=": () => zoomAt(zoom, keyFactor),
    "-": () => zoomAt(zoom, 1 / keyFactor),
    "0": () => wholeImage,
    ArrowLeft: () => moveBy(zoom, keyMove, 0),
    ArrowRight: () => moveBy(zoom, -keyMove, 0),
    ArrowUp: () => moveBy(zoom, 0, keyMove),
    ArrowDown: () => moveBy(zoom, 0, -keyMove),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const change = event.target === event.currentTarget ? keys[event.key] : undefined;
    if (change === undefined) return;
    event.preventDefault();
    onZoom(change());
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role -- the keys zoom and move what the frame shows.
    <div
      ref={frame}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms.
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach the frame.
      tabIndex={0}
      className={styles.frame}
      data-zoomed={zoom.scale > 1}
      style={{ aspectRatio: ratio, inlineSize: `min(100%, ${ratio * 70}vh)` }}
      onKeyDown={onKeyDown}
      onPointerMove={({ buttons, movementX, movementY, currentTarget }) => {
        if (buttons !== 1 || zoom.scale === 1) return;
        const { clientWidth, clientHeight } = currentTarget;
        onZoom(moveBy(zoom, movementX / clientWidth, movementY / clientHeight));
      }}
    >
      <div className={styles.layer} style={{ transform: toTransform(zoom) }}>
        {children}
      </div>
    </div>
  );
}
