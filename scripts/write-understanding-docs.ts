import { createEmbeddedParser } from "#intent/embedded-parser.ts";

import { understandingPage } from "./docs/understanding-page.ts";
import { writeGenerated } from "./docs/write-generated.ts";

/**
 * Writes docs/understanding.md. With `--check` only reports whether it is up to date, with `--print` prints
 * it.
 */
const page = understandingPage(createEmbeddedParser());
if (process.argv.includes("--print")) process.stdout.write(page);
else await writeGenerated({ "docs/understanding.md": page });
