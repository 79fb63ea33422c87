/**
 * SQLSTATE classes and network errors that mean "no database now", not "a wrong statement": no
 * connection, no resources, a standby (25006), a session or statement that PostgreSQL ended by a limit
 * (25P03, 55P03, 57014, 57P05), a disk that fails (58030).
 */
const outageCodes =
  /^(080..|25006|25P03|28...|3D000|53...|55P03|57014|57P0[1235]|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const outageMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable/;
const causesMax = 5;

/** Whether a failure says that the database cannot be reached or takes no work, whoever wrapped it. */
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
