import { z } from "zod";

import { billingApi, createOpenapiDocument, dashboardApi } from "#api/http/openapi.ts";
import { appRoutes, billingRoutes, routes } from "#api/routes/index.ts";
import { definitionSchema } from "#domain/pipelines/definition.ts";

import { writeGenerated } from "./docs/write-generated.ts";

/**
 * Writes the OpenAPI documents, and the JSON Schema of pipelines for editors; with `--check` only reports whether they
 * are up to date.
 */
const document = createOpenapiDocument(routes, { publicUrl: "" });
const dashboard = createOpenapiDocument(appRoutes, { publicUrl: "", about: dashboardApi });
const billing = createOpenapiDocument(billingRoutes, { publicUrl: "", about: billingApi });
const pipelines = z.toJSONSchema(definitionSchema, { io: "input" });
await writeGenerated({
  "docs/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
  "docs/app-openapi.json": `${JSON.stringify(dashboard, null, 2)}\n`,
  "docs/billing-openapi.json": `${JSON.stringify(billing, null, 2)}\n`,
  "docs/pipeline.schema.json": `${JSON.stringify(pipelines, null, 2)}\n`,
});
