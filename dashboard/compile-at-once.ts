import type { Plugin } from "vite";

import { filesOf } from "./files-of.ts";

/** Comment with which V8 compiles every function of a file while the file arrives; other browsers ignore it. */
const hint = "//# allFunctionsCalledOnLoad\n";

/**
 * Lets the browser compile the files of the first frame in another thread while they arrive. Otherwise it compiles each function in
 * the thread of the page when the function is called first, which was a quarter of the processor time between the last file and the
 * first frame. Files that load later compile only what is called.
 */
export function compileAtOnce(modules: readonly string[]): Plugin {
  return {
    name: "compile-at-once",
    generateBundle: {
      // The comment must be the first line; Vite adds its list of files before the code.
      order: "post",
      handler(_options, bundle) {
        for (const file of new Set(modules.flatMap((module) => filesOf(bundle, module)))) {
          const chunk = bundle[file];
          if (chunk?.type === "chunk") chunk.code = hint + chunk.code;
        }
      },
    },
  };
}
