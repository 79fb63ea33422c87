import type { MouseEvent } from "react";

import { afterFrame } from "./after-frame.ts";

/**
 * Calls `follow` instead of the browser for a press of a link, unless it asks for a new tab or window. The router needs a frame or two
 * of a slow processor to begin, so the frame of the press comes first.
 */
export function followInPage(event: MouseEvent, follow: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  afterFrame(follow);
}
