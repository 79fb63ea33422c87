import { Maximize, Minus, Plus, Scan, SquareSplitHorizontal } from "lucide-react";
import { useState } from "react";

import { Button } from "#ui/button.tsx";
import { toLocalUrl } from "#viewers/local-url.ts";
import type { Media } from "#viewers/media.ts";
import * as viewerTexts from "#words/en/viewer.ts";
import { useWords } from "#words/words.ts";

import { ZoomFrame } from "./zoom-frame.tsx";
import { wholeImage, type Zoom, zoomAt } from "./zoom.ts";

import styles from "./image.module.css";

const buttonFactor = 1.5;

/** Image that can be zoomed, on a checkerboard where it is transparent, and compared with the image it was made from. */
export function ImageViewer({
  media,
  title,
  zoom: sharedZoom,
  onZoom,
}: {
  readonly media: Media;
  readonly title: string;
  /** Zoom that several viewers share. Without it, the viewer has its own. */
  readonly zoom?: Zoom;
  readonly onZoom?: (zoom: Zoom) => void;
}) {
  const { viewer } = useWords(viewerTexts);
  const [ownZoom, setOwnZoom] = useState(wholeImage);
  const [natural, setNatural] = useState({ width: media.width ?? 1, height: media.height ?? 1 });
  const [split, setSplit] = useState<number | null>(null);
  const zoom = sharedZoom ?? ownZoom;
  const setZoom = onZoom ?? setOwnZoom;
  const { before } = media;
  const showPixels = (button: Element) => {
    const frame = button.closest(`.${styles.viewer}`)?.querySelector(`.${styles.frame}`);
    const shownWidth = frame?.clientWidth ?? natural.width;
    const scale = natural.width / devicePixelRatio / shownWidth;
    setZoom(zoomAt(wholeImage, scale));
  };
  return (
    <div className={styles.viewer}>
      <div className={styles.ground}>
        <ZoomFrame
          label={viewer.imageFrame}
          ratio={natural.width / natural.height}
          zoom={zoom}
          onZoom={setZoom}
        >
          <img
            src={toLocalUrl(media.url)}
            alt={viewer.image(title)}
            draggable={false}
            className={styles.image}
            data-pixels={zoom.scale > 4}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (naturalWidth > 0) setNatural({ width: naturalWidth, height: naturalHeight });
            }}
          />
          {before !== undefined && split !== null && (
            <img
              src={toLocalUrl(before)}
              alt={viewer.before}
              draggable={false}
              className={styles.before}
              style={{ clipPath: `inset(0 ${100 - split}% 0 0)` }}
            />
          )}
        </ZoomFrame>
      </div>
      {before !== undefined && split !== null && (
        <input
          type="range"
          min={0}
          max={100}
          value={split}
          aria-label={viewer.split}
          className={styles.split}
          onChange={({ target }) => setSplit(target.valueAsNumber)}
        />
      )}
      <div role="toolbar" aria-label={viewer.zoom} className={styles.tools}>
        <Button
          look="quiet"
          isIcon
          aria-label={viewer.zoomOut}
          isDisabled={zoom.scale === 1}
          onPress={() => setZoom(zoomAt(zoom, 1 / buttonFactor))}
        >
          <Minus size={16} aria-hidden />
        </Button>
        <Button
          look="quiet"
          isIcon
          aria-label={viewer.zoomIn}
          onPress={() => setZoom(zoomAt(zoom, buttonFactor))}
        >
          <Plus size={16} aria-hidden />
        </Button>
        <Button look="quiet" onPress={() => setZoom(wholeImage)} isDisabled={zoom.scale === 1}>
          <Maximize size={16} aria-hidden />
          {viewer.fit}
        </Button>
        <Button look="quiet" onPress={({ target }) => showPixels(target)}>
          <Scan size={16} aria-hidden />
          {viewer.pixels}
        </Button>
        {before !== undefined && (
          <Button
            look="quiet"
            aria-pressed={split !== null}
            onPress={() => setSplit(split === null ? 50 : null)}
          >
            <SquareSplitHorizontal size={16} aria-hidden />
            {viewer.compare}
          </Button>
        )}
      </div>
    </div>
  );
}
