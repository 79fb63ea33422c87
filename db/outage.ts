/**
 * SQLSTATE classes and network errors of an unavailable database, in contrast to an invalid statement: no
 * connection, no resources, a standby (25006), a session or statement that PostgreSQL ended because of a
 * limit (25P03, 55P03, 57014, 57P05) or a deadlock (40P01), a disk failure (58030).
 */
const outageCodes =
  /^(080..|25006|25P03|28...|3D000|40P01|53...|55P03|57014|57P0[1235]|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const outageMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable/;
const causesMax = 5;

/**
 * Returns true for an error, or any of its causes, that means that the database is unreachable or accepts no
 * work.
 */
export function isDatabaseOutage(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < causesMax && current instanceof Error; depth += 1) {
    const code: unknown = "code" in current ? current.code : undefined;
    if (typeof code === "string" && outageCodes.test(code)) return true;
    if (outageMessages.test(current.message)) return true;
    if (current instanceof AggregateError && current.errors.some(isDatabaseOutage)) return true;
    current = current.cause ?? ("previous" in current ? current.previous : undefined);
  }
  return false;
}
