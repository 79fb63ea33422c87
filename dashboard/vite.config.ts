import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { compileAtOnce } from "./compile-at-once.ts";
import { preloadApplication } from "./preload-application.ts";

/** Versions of browsers that have `light-dark()`, so that the build keeps it. */
const browsers = ["chrome130", "firefox130", "safari18"];
/** Pages that most visits begin with. */
const firstPages = ["create/create-page.tsx", "jobs/jobs-page.tsx", "library/library-page.tsx"];
/** Modules that need few others. Texts of a page that does not open first come with that page. */
const leaves =
  /dashboard\/(shell|contract|words\/(?!de\/|en\/(?!compare|create|job|jobs|library|mask))|ui\/(badge|file-button|skeleton|toasts)|job-parts\/(job-title|price-button|status-badge|use-estimate)|page-parts\/(facts|field-text|file-preview|health-badge|loaded|page-parts|section|sub-navigation)|viewers\/(download-link|local-url|peaks|thumb-hash)|create\/(draft|use-draft)|jobs\/(star-button|jobs-page.module)|library\/library.module)/;
/** Icons of the pages that open first; the package has one module with all of them, so their importers are unknown. */
const firstIcons =
  /lucide-react\/dist\/esm\/icons\/(audio-lines|box|brush|file-text|film|image|loader-circle|paperclip|star)\.mjs/;

export default defineConfig({
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ["en-US", "de-DE"] }), enforce: "pre" },
    preloadApplication(),
    compileAtOnce(
      ["index.html", "sign-in.html", "app.tsx", ...firstPages].map((path) => `/dashboard/${path}`),
    ),
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
              test: /node_modules\/@tanstack\/|dashboard\/(app|router)\.tsx|dashboard\/shell\/(live-status|navigation|rail|root|shell|signed-in-shell|top-bar|use-[\w-]+)[.]/,
            },
            // Leaves that pages share: in one file those of the pages that open first, in another one the rest. One that needs menus
            // or dialogs would bring all of them.
            {
              name: (id, context) =>
                firstIcons.test(id) ||
                isOfFirstPage(id, (one) => context.getModuleInfo(one)?.importers ?? [])
                  ? "parts"
                  : null,
              test: (id) => leaves.test(id) || firstIcons.test(id),
              minShareCount: 2,
            },
            {
              name: "leaves",
              test: (id) => leaves.test(id) || id.includes("lucide-react"),
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

/** Tells whether a page that opens first, or something that it imports at once, imports a module. */
function isOfFirstPage(
  id: string,
  importersOf: (id: string) => readonly string[],
  seen = new Set<string>(),
): boolean {
  if (firstPages.some((path) => id.endsWith(`/dashboard/${path}`))) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return importersOf(id).some((importer) => isOfFirstPage(importer, importersOf, seen));
}
