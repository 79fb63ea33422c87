import { useEffect, useState } from "react";

/** Part of the page that the window shows, in pixels from the top of the page. */
export interface Screen {
  readonly from: number;
  readonly to: number;
}

/** The page is drawn again after this distance, less than the rows that exist beyond the screen. */
const stepPixels = 100;

/** Follows scrolling and the height of the window, in steps. */
export function useScreen(): Screen {
  const [screen, setScreen] = useState(readScreen);
  useEffect(() => {
    const read = () => {
      const next = readScreen();
      setScreen((former) => (former.from === next.from && former.to === next.to ? former : next));
    };
    // The page may have been scrolled since the first frame.
    read();
    window.addEventListener("scroll", read, { passive: true });
    window.addEventListener("resize", read);
    return () => {
      window.removeEventListener("scroll", read);
      window.removeEventListener("resize", read);
    };
  }, []);
  return screen;
}

function readScreen(): Screen {
  const { scrollY, innerHeight } = window;
  return {
    from: Math.floor(scrollY / stepPixels) * stepPixels,
    to: Math.ceil((scrollY + innerHeight) / stepPixels) * stepPixels,
  };
}
