import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentQuarantinedFile } from "#api/present/safety.ts";
import {
  quarantineDecisionSchema,
  quarantinedFileParams,
  quarantinedFileSchema,
} from "#api/schemas/abuse-report.ts";
import { decideQuarantinedFile as decideRow } from "#db/safety/quarantined-files.ts";

export const decideQuarantinedFile = defineRoute({
  method: "post",
  path: "/app/admin/quarantined-files/{quarantinedFileId}/decision",
  operationId: "decideQuarantinedFile",
  summary: "Hold, release or delete a quarantined file",
  description:
    "`end_hold` comes first: a held file can be neither returned nor deleted. `restore` returns a reported file to its job, or makes it an asset again; " +
    "its time in quarantine does not count as retention. `delete` is final; the row stays.",
  tags: ["Administration"],
  access: { permission: "admin:orgs", session: true },
  params: quarantinedFileParams,
  body: quarantineDecisionSchema,
  status: 200,
  response: quarantinedFileSchema,
  errors: ["quarantined_file_not_found", "legal_hold", "quarantine_ended"],
  examples: { body: { release: { action: "end_hold", reason: "Released by counsel, case 12." } } },
  async handle({ params, body, caller, request }, { orm, storage }) {
    const actor = actorOf({ caller, request });
    const fileId = params.quarantinedFileId;
    return presentQuarantinedFile(await decideRow({ orm, storage }, { fileId, ...body, actor }));
  },
});
