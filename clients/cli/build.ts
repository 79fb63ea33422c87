import { chmod } from "node:fs/promises";
import { join } from "node:path";

import { buildPackage } from "../build-package.ts";

const out = await buildPackage(import.meta.dirname, () => ({ bin: { gme: "./gme.js" } }));
await chmod(join(out, "gme.js"), 0o755);
