import { schemaVersion } from "./migrations/index.ts";

/**
 * `application_name` of the connections of a process: its part of the engine, and the last migration that its release
 * knows, such as `gme-api/0115`.
 */
export function connectionName(part: string): string {
  return `${part}/${schemaVersion}`;
}
