/** Waits until the browser has received the scripts of the document, whether they have run or not, except for a number of them. */
export async function scriptsArrived({ except }: { readonly except: number }): Promise<void> {
  // Extensions of the browser may have added others, of which it reports no arrival.
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[src^="/assets/"]');
  const missing = new Set(Array.from(scripts, ({ src }) => src));
  await new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) missing.delete(name);
      if (missing.size > except) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: "resource", buffered: true });
  });
}
