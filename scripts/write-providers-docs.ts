import { providersPage } from "./docs/providers-page.ts";
import { collectServiceFacts } from "./docs/service-facts.ts";
import { writeGenerated } from "./docs/write-generated.ts";

/** Writes docs/providers.md; with `--check` only reports whether it is up to date. */
await writeGenerated({ "docs/providers.md": providersPage(await collectServiceFacts()) });
