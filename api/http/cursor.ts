import { AppError } from "#domain/errors.ts";
import { findSigningSecret, signText } from "#runtime/signature.ts";

/** Half of a digest keeps URLs short. */
const bytes = 16;

/**
 * Creates a cursor: the ID after which the next page starts. Opaque to callers, signed so that a forged
 * cursor is refused, and bound to its list.
 */
export function writeCursor(secret: string, list: string, lastId: string): string {
  const signature = signText(toText(list, lastId), secret, { bytes });
  return `${Buffer.from(lastId).toString("base64url")}.${signature}`;
}

/**
 * Returns the last ID of a cursor that one of the secrets has signed. Throws `parameters_invalid` for a forged cursor or one of another list.
 */
export function readCursor(secrets: readonly string[], list: string, cursor: string): string {
  const [encoded = "", signature = ""] = cursor.split(".", 2);
  const lastId = Buffer.from(encoded, "base64url").toString();
  if (findSigningSecret(toText(list, lastId), signature, { secrets, bytes }) === null) {
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

function toText(list: string, lastId: string): string {
  return `cursor\n${list}\n${lastId}`;
}
