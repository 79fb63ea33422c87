import ipaddr from "ipaddr.js";
import { z } from "zod";

import { permissions } from "#domain/accounts/permission.ts";

import { creditsSchema, timeSchema } from "./common.ts";
import { displayTextSchema } from "./display-text.ts";

export const keyParams = z.object({ keyId: z.string().min(1).max(200) });

const nameSchema = displayTextSchema(100).meta({ description: "Purpose of the key." });

const permissionsSchema = z
  .array(z.enum(permissions))
  .min(1)
  .max(permissions.length)
  .nullable()
  .meta({ description: "Null: all current permissions of the creator." });

const creditLimitSchema = z
  .int()
  .min(1)
  .max(1_000_000_000)
  .nullable()
  .meta({ description: "Credits that the key may spend per calendar month (UTC)." });

const addressSchema = z
  .string()
  .min(1)
  .max(50)
  .refine(isAddressOrNetwork, "Must be an IP address or a network such as 203.0.113.0/24");

const addressesSchema = z.array(addressSchema).max(50).nullable().meta({
  description:
    "IP addresses and networks from which the key may be used. Null or empty: no restriction.",
});

const expirySchema = z.iso
  .datetime({ offset: true })
  .refine((time) => Date.parse(time) > Date.now(), "Must be in the future")
  .nullable();

export const newKeySchema = z.strictObject({
  name: nameSchema,
  permissions: permissionsSchema.default(null),
  creditLimit: creditLimitSchema.default(null),
  allowedIps: addressesSchema.default(null),
  expiresAt: expirySchema.default(null),
});

export const keyChangeSchema = z.strictObject({
  name: nameSchema.optional(),
  permissions: permissionsSchema.optional(),
  creditLimit: creditLimitSchema.optional(),
  allowedIps: addressesSchema.optional(),
  expiresAt: expirySchema.optional(),
});

export const keySchema = z
  .object({
    keyId: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: "First characters of the value." }),
    last4: z.string().meta({ description: "Last four characters of the value." }),
    permissions: z.array(z.enum(permissions)).nullable(),
    creditLimit: z.int().nullable(),
    creditsSpent: creditsSchema.meta({ description: "In the current calendar month (UTC)." }),
    allowedIps: z.array(z.string()).nullable(),
    createdAt: timeSchema,
    createdBy: z.string(),
    expiresAt: timeSchema.nullable(),
    lastUsedAt: timeSchema
      .nullable()
      .meta({ description: "Time of the last use; lags a few seconds." }),
    rotation: z
      .object({ previousValidUntil: timeSchema })
      .optional()
      .meta({ description: "Present while the previous value still works." }),
    rotationDueAt: timeSchema,
    status: z.enum(["active", "expired", "revoked"]),
  })
  .meta({ id: "ApiKey" });

/** Fields that change with each use of a key. */
export const countedOfKeys = ["creditsSpent", "lastUsedAt"] as const satisfies (keyof z.output<
  typeof keySchema
>)[];

export const keyWithValueSchema = keySchema
  .extend({
    key: z.string().meta({ description: "The key's value, returned only once." }),
  })
  .meta({ id: "ApiKeyWithValue" });

function isAddressOrNetwork(text: string): boolean {
  return text.includes("/") ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
}
