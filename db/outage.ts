/** SQLSTATE classes and network errors that mean "no database now", not "a wrong statement". */
const outageCodes =
  /^(080..|28...|3D000|53...|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const outageMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;
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
