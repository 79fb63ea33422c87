import { AppError } from "#domain/errors.ts";

export function requireFile(files: readonly unknown[], field: string): void {
  if (files.length > 0) return;
  throw new AppError("request_invalid", {
    issues: [{ pointer: `/${field}`, code: "required", message: "Send a file." }],
  });
}

export function requireAtMost(files: number, filesMax: number, field: string): void {
  if (files <= filesMax) return;
  const message = `Send at most ${filesMax} ${filesMax === 1 ? "file" : "files"}.`;
  throw new AppError("request_invalid", {
    issues: [{ pointer: `/${field}`, code: "too_many", message }],
  });
}
