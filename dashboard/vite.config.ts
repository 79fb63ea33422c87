import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { preloadApplication } from "./preload-application.ts";

/** Versions of browsers that have `light-dark()`, so that the build keeps it. */
const browsers = ["chrome130", "firefox130", "safari18"];

export default defineConfig({
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ["en-US", "de-DE"] }), enforce: "pre" },
    preloadApplication(),
  ],
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
      input: ["index.html", "sign-in.html"],
      output: {
        codeSplitting: {
          // A browser requests six files at a time, and large files compress better. Earlier groups take a module first.
          groups: [
            {
              name: "session",
              test: /dashboard\/(contract\/(early-reads|fragment|scripts-arrived|session|send-json|sign-in-url)|reload-after-upgrade|viewers\/local-url)\.ts|vite\/preload-helper/,
            },
            // Components of both documents, and the styles of the pages that open first: each file of styles would occupy a connection.
            {
              name: "frame",
              test: /node_modules\/(react|react-dom|scheduler)\/|dashboard\/(show-page|contract\/(sign-in-methods|use-session)|ui\/(button|copy-button|empty-state|page|problem-notice)|sign-in\/sign-in-link)\.tsx?|dashboard\/(create\/(composer|create-page|examples|file-list|recent-results)|jobs\/jobs-page|library\/library|shell\/[\w-]+|ui\/(badge|checkbox|field|skeleton|table|toasts)|page-parts\/(file-preview|page-parts|with-aside)|job-parts\/price-button|viewers\/download-link)\.module\.css/,
            },
            // Forms; Create and lists have none.
            {
              name: "fields",
              test: /dashboard\/ui\/(checkbox|text-field)\.tsx|react-aria-components\/dist\/private\/(Form|TextArea)\.mjs/,
            },
            // Router and frame of the pages, without what opens when it is pressed.
            {
              name: "shell",
              test: /node_modules\/@tanstack\/(?!react-virtual|virtual)|dashboard\/(app|router)\.tsx|dashboard\/shell\/(live-status|navigation|rail|root|shell|signed-in-shell|top-bar|use-[\w-]+)[.]/,
            },
            // Leaves that the shell and most pages share. One that needs menus or dialogs would bring all of them.
            {
              name: "parts",
              test: /dashboard\/(shell|contract|words(?!\/de\/)|ui\/(badge|file-button|skeleton|toasts)|job-parts\/(job-title|price-button|status-badge|use-estimate)|page-parts\/(facts|field-text|file-preview|health-badge|loaded|page-parts|section|sub-navigation)|viewers\/(download-link|local-url|peaks|thumb-hash)|create\/(draft|use-draft)|jobs\/(star-button|jobs-page.module)|library\/library.module)|lucide-react/,
              minShareCount: 2,
            },
            // Shared by forms, tables, drop zones, menus and dialogs.
            {
              name: "collections",
              test: /node_modules\/react-(aria|stately)\/dist\/private\/(collections|focus|i18n|live-announcer|selection|utils)\/|overlays\/ariaHideOutside|react-aria-components\/dist\/private\/(Collection|DragAndDrop|intlStrings|SelectionIndicator|SharedElementTransition)\.mjs/,
            },
            {
              name: "overlays",
              test: /dashboard\/(ui|page-parts|job-parts)\/(?!table|paged-table|more-pages)/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
});
