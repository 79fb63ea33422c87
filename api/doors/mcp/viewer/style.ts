/** Colours and fonts are those of the host, where it sends them. */
export const viewerStyle = `
:root { color-scheme: light dark; }
body {
  margin: 0; padding: 12px; display: grid; gap: 8px;
  font: 14px/1.4 var(--font-sans, system-ui, sans-serif);
  color: var(--color-text-primary, light-dark(#1d1d1f, #f2f2f2));
}
main { display: grid; gap: 8px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr)); }
main:empty { display: none; }
img, video { display: block; max-width: 100%; max-height: 480px; border-radius: 8px; margin: 0 auto; }
canvas { display: block; width: 100%; height: 320px; border-radius: 8px; touch-action: none; }
audio { width: 100%; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
p { margin: 0; color: var(--color-text-secondary, light-dark(#555, #bbb)); }
progress { width: 100%; }
nav { display: flex; flex-wrap: wrap; gap: 8px; }
nav:empty { display: none; }
button {
  font: inherit; padding: 4px 12px; border-radius: 8px; cursor: pointer; color: inherit;
  border: 1px solid var(--color-border-primary, light-dark(#ccc, #555)); background: transparent;
}
button:focus-visible, canvas:focus-visible { outline: 2px solid var(--color-ring-primary, #0a6); outline-offset: 2px; }
`;
