import { defineEntity, p } from "@mikro-orm/core";

import type { PreviewContent } from "#domain/jobs/preview.ts";

/** Preview of an output or an asset, wanted by a trigger when the file is stored and deleted with it. */
const PreviewSchema = defineEntity({
  name: "Preview",
  tableName: "previews",
  properties: {
    /** Id of the output or the asset. */
    fileId: p.text().primary(),
    organizationId: p.text().index("previews_organization_index"),
    storageKey: p.text(),
    contentType: p.text(),
    durationSeconds: p.double().nullable(),
    /** Time from which a worker may make it; null when nothing is left to do. */
    dueAt: p.datetime().nullable(),
    attempts: p.integer().default(0),
    content: p.json<PreviewContent>().nullable(),
  },
});
export class Preview extends PreviewSchema.class {}
PreviewSchema.setClass(Preview);
