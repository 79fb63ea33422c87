import { indexFile } from "#api/documentation/served-pages.ts";

import { llmsPage } from "./docs/llms-page.ts";
import { writeGenerated } from "./docs/write-generated.ts";

/** Writes docs/llms.txt. With `--check` only reports whether it is up to date. */
await writeGenerated({ [indexFile]: llmsPage() });
