import type { Webhook } from "@gme/client";

import { Badge } from "#ui/badge.tsx";
import * as webhooksTexts from "#words/en/webhooks.ts";
import { textOf, useWords } from "#words/words.ts";

export function WebhookState({
  webhook: { enabled, disabled, failureStreak },
}: {
  readonly webhook: Webhook;
}) {
  const { webhooks } = useWords(webhooksTexts);
  if (!enabled) {
    return (
      <Badge tone={disabled?.reason === "owner" ? "neutral" : "danger"}>
        {textOf(webhooks.disabledReasons, disabled?.reason ?? "owner")}
      </Badge>
    );
  }
  if (failureStreak.count > 0) {
    return <Badge tone="warning">{webhooks.failing(failureStreak.count)}</Badge>;
  }
  return <Badge tone="good">{webhooks.enabled}</Badge>;
}
