import { createHmac, timingSafeEqual } from "node:crypto";

import { AppError } from "#domain/errors.ts";

const signatureBytes = 16;

/**
 * Creates a cursor: the ID after which the next page starts. Opaque to callers, signed so that a forged
 * cursor is refused, and bound to its list.
 */
export function writeCursor(secret: string, list: string, lastId: string): string {
  const signature = sign(secret, list, lastId).toString("base64url");
  return `${Buffer.from(lastId).toString("base64url")}.${signature}`;
}

/**
 * Returns the last ID of a cursor that one of the secrets has signed. Throws `parameters_invalid` for a forged cursor or one of another list.
 */
export function readCursor(secrets: readonly string[], list: string, cursor: string): string {
  const [encoded = "", signature = ""] = cursor.split(".", 2);
  const lastId = Buffer.from(encoded, "base64url").toString();
  const given = Buffer.from(signature, "base64url");
  const isOurs = secrets.some((secret) => {
    const right = sign(secret, list, lastId);
    return given.length === right.length && timingSafeEqual(given, right);
  });
  if (!isOurs) {
    throw new AppError("parameters_invalid", {
      issues: [
        {
          pointer: "query/cursor",
          code: "not_allowed",
          message: "Use nextCursor of the same list as the cursor.",
        },
      ],
    });
  }
  return lastId;
}

function sign(secret: string, list: string, lastId: string): Buffer {
  return createHmac("sha256", secret)
    .update(`cursor\n${list}\n${lastId}`)
    .digest()
    .subarray(0, signatureBytes);
}
