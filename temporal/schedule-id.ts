import type { MaintenanceTask } from "#domain/maintenance.ts";

/** Prefix of the engine's schedules. Those that are no longer in the list are deleted. */
export const schedulePrefix = "gme/";

/** Returns Temporal's id of a task's schedule: `gme/grant-monthly-credits`. */
export function scheduleIdOf(task: MaintenanceTask): string {
  return schedulePrefix + task.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
