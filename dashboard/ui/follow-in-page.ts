import type { MouseEvent } from "react";

/** Calls `follow` instead of the browser for a press of a link, unless it asks for a new tab or window. */
export function followInPage(event: MouseEvent, follow: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  follow();
}
