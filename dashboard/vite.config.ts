import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Versions of browsers that have `light-dark()`, so that the build keeps it. */
const browsers = ["chrome130", "firefox130", "safari18"];

export default defineConfig({
  plugins: [react(), { ...optimizeLocales.vite({ locales: ["en-US", "de-DE"] }), enforce: "pre" }],
  // The server replaces the placeholder at each request.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: browsers,
    cssTarget: browsers,
    // The policy of the page allows no data URLs.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Every page needs these; one file compresses better than many small ones.
            {
              name: "base",
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!(?:react-)?virtual)[^/]+)\//,
            },
          ],
        },
      },
    },
  },
});
