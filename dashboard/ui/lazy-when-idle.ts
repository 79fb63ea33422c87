import { type ComponentType, lazy } from "react";

const idleMsMax = 2_000;
/** Safari has no idle callbacks. */
const pauseMs = 200;

/** A component whose code loads when the browser has nothing else to do, so that a menu does not delay the content of the page. */
export function lazyWhenIdle<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => whenIdle().then(load));
}

/** Waits until the browser has nothing else to do, at most two seconds. */
export async function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) {
      requestIdleCallback(() => resolve(), { timeout: idleMsMax });
    } else setTimeout(resolve, pauseMs);
  });
}
