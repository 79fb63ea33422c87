const key = "gme-reloaded-at";
const pauseMs = 30_000;

// After an upgrade of the server, a page that is open may want files that no longer exist.
window.addEventListener("vite:preloadError", () => {
  if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
});
