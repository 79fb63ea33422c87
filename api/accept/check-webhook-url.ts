import type { ApiSettings } from "#api/dependencies.ts";
import { AppError, type Issue } from "#domain/errors.ts";

import { isPrivateHost } from "./private-host.ts";

/**
 * Refuses a URL that webhooks could never reach in this deployment, and reports every reason. Webhooks are
 * sent by https only, and never into a private or special network. Host names are resolved and checked on
 * delivery. Throws `request_invalid`.
 */
export function checkWebhookUrl(address: string, place: UrlPlace): void {
  const issues = listUrlIssues(address, place);
  if (issues.length > 0) throw new AppError("request_invalid", { issues });
}

interface UrlPlace {
  readonly pointer: string;
  readonly settings: Pick<ApiSettings, "allowPrivateWebhooks">;
}

/** Lists the reasons for which `checkWebhookUrl` refuses a URL. */
export function listUrlIssues(
  address: string,
  { pointer, settings: { allowPrivateWebhooks } }: UrlPlace,
): Issue[] {
  if (allowPrivateWebhooks) return [];
  const { protocol, hostname } = new URL(address);
  const issues: Issue[] = [];
  if (protocol !== "https:") {
    issues.push({ pointer, code: "https_required", message: "Must be an https URL." });
  }
  if (isPrivateHost(hostname)) {
    const message = "Must not be in a private or special network.";
    issues.push({ pointer, code: "private_address", message });
  }
  return issues;
}
