import type { EngineAddresses } from "#scripts/embedded/run-record.ts";

/**
 * URL of a job's run in Temporal's web interface. Undefined without the interface, and for an engine that stops
 * after the demo: the link would be dead as soon as it is printed.
 */
export function linkToRun(
  jobId: string,
  { temporalUi, temporalNamespace }: Pick<EngineAddresses, "temporalUi" | "temporalNamespace">,
  { stays }: { readonly stays: boolean },
): string | undefined {
  if (!temporalUi || !stays) return undefined;
  return `${temporalUi}/namespaces/${temporalNamespace}/workflows/${encodeURIComponent(`job/${jobId}`)}`;
}
