const idleMsMax = 2_000;
/** Safari has no idle callbacks. */
const pauseMs = 200;

/** Waits until the browser has nothing else to do, so that the code of a menu does not delay the content of the page. */
export async function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) {
      requestIdleCallback(() => resolve(), { timeout: idleMsMax });
    } else setTimeout(resolve, pauseMs);
  });
}
