import { AppError } from "#domain/errors.ts";

export function refuseNoForm(field: string): never {
  throw new AppError("content_type_unsupported", {
    message: `Send a form (multipart/form-data) with the file as the field \`${field}\`.`,
  });
}

export function requireFile(files: readonly unknown[], field: string): void {
  if (files.length > 0) return;
  throw new AppError("request_invalid", {
    issues: [{ pointer: `/${field}`, code: "required", message: "Send a file." }],
  });
}
