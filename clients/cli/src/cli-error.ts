/** Exit codes: scripts decide by them, so they stay. */
export const exitCodes = {
  fault: 1,
  usage: 2,
  jobFailed: 3,
  credential: 4,
  question: 5,
  credits: 6,
  tryLater: 7,
  waitedTooLong: 8,
  interrupted: 130,
} as const;

/** Error with a message for people and an exit code. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}
