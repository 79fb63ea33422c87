import { createHmac, timingSafeEqual } from "node:crypto";

import { AppError } from "#domain/errors.ts";

const signatureBytes = 16;

/**
 * The place in a list after which the next page starts. Opaque to callers and signed, so that only
 * what we gave out comes back; bound to the list that gave it.
 */
export function writeCursor(secret: string, list: string, lastId: string): string {
  const signature = sign(secret, list, lastId).toString("base64url");
  return `${Buffer.from(lastId).toString("base64url")}.${signature}`;
}

/** Throws `parameters_invalid` for a cursor that was made up, or that another list gave. */
export function readCursor(secret: string, list: string, cursor: string): string {
  const [encoded = "", signature = ""] = cursor.split(".", 2);
  const lastId = Buffer.from(encoded, "base64url").toString();
  const given = Buffer.from(signature, "base64url");
  const right = sign(secret, list, lastId);
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new AppError("parameters_invalid", {
      issues: [
        {
          pointer: "query/cursor",
          code: "not_allowed",
          message: "Take the cursor from nextCursor of the same list.",
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
