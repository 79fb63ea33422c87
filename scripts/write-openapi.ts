import { createOpenapiDocument } from "#api/http/openapi.ts";
import { routes } from "#api/routes/index.ts";

import { writeGenerated } from "./docs/write-generated.ts";

/** Writes docs/openapi.json; with `--check` only reports whether it is up to date. */
const document = createOpenapiDocument(routes, { publicUrl: "" });
await writeGenerated({ "docs/openapi.json": `${JSON.stringify(document, null, 2)}\n` });
