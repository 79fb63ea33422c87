import { mediaPage } from "./docs/media-page.ts";
import { writeGenerated } from "./docs/write-generated.ts";

/** Writes docs/media-operations.md. With `--check` only reports whether it is up to date. */
await writeGenerated({ "docs/media-operations.md": mediaPage() });
