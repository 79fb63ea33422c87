import { z } from "zod";

import { permissions } from "#domain/accounts/permission.ts";

/** Identifier of a request in the URL of its page. */
export const requestParams = z.object({ requestId: z.string().regex(/^[\w-]{10,100}$/) });

/** Code that a device shows, as a person types it: without regard to case, spaces and dashes. */
export const userCodeParams = z.object({
  userCode: z
    .string()
    .max(40)
    .transform((code) => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")),
});

/** Request of a program for access, as the page shows it on which a person decides. */
export const accessRequestSchema = z
  .object({
    clientName: z.string().meta({ description: "Name that the program gives itself." }),
    clientHost: z
      .string()
      .nullable()
      .meta({ description: "Host that vouches for the program, or receives its access." }),
    isLocal: z
      .boolean()
      .meta({ description: "True if the access goes to a program on this computer." }),
    permissions: z.array(z.enum(permissions)).meta({
      description: "Permissions that the program asks for and that the person has.",
    }),
    organization: z.string().meta({ description: "Organization of the session." }),
    accessDays: z.int().meta({ description: "Days after which the person must consent again." }),
  })
  .meta({ id: "AccessRequest" });

export const decisionSchema = z.strictObject({
  decision: z.enum(["allow", "deny"]),
  permissions: z.array(z.enum(permissions)).max(permissions.length).default([]),
  creditLimit: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .nullable()
    .default(null)
    .meta({ description: "Credits that the program may spend per calendar month (UTC)." }),
});
