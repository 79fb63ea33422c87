import { z } from "zod";

import { timeSchema } from "./common.ts";

const stateSchema = z.record(z.string(), z.unknown()).nullable();

export const auditEntrySchema = z
  .object({
    entryId: z.string(),
    action: z.string().meta({ example: "api_key.created" }),
    actor: z.object({ accountId: z.string().nullable(), apiKeyId: z.string().nullable() }),
    target: z.object({ type: z.string().nullable(), id: z.string().nullable() }),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    before: stateSchema,
    after: stateSchema,
    createdAt: timeSchema,
  })
  .meta({
    id: "AuditEntry",
    description: "An audit log entry: actor, action, time and origin. Contains no secrets.",
  });
