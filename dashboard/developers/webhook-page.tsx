import type { Webhook } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";

import { keepSecret, listenUrl } from "#contract/received-deliveries.ts";
import { type Tagged, readTagged } from "#contract/tagged.ts";
import { useCan } from "#contract/use-permissions.ts";
import { FactList, IdFact } from "#page-parts/fact-list.tsx";
import { Loaded } from "#page-parts/loaded.tsx";
import { SecretNotice } from "#page-parts/secret-notice.tsx";
import * as apiKeysTexts from "#words/en/api-keys.ts";
import * as webhooksTexts from "#words/en/webhooks.ts";
import { formatDateTime } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { DeliveryList } from "./delivery-list.tsx";
import { DevelopersPage } from "./developers-page.tsx";
import { Receiver } from "./receiver.tsx";
import { urlText } from "./url-text.ts";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookState } from "./webhook-state.tsx";

/** One endpoint with its deliveries. */
export function WebhookPage() {
  const { webhooks } = useWords(webhooksTexts);
  const { webhookId } = useParams({ from: "/shell/developers/webhooks/$webhookId" });
  const webhook = useQuery(readTagged("getWebhook", { path: { webhookId } }));
  const canWrite = useCan("webhooks:write");
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <DevelopersPage
      title={webhooks.one}
      actions={
        canWrite &&
        webhook.data !== undefined && (
          <WebhookActions
            webhook={webhook.data}
            onSecret={(created) => {
              keepSecret(webhookId, created);
              setSecret(created);
            }}
          />
        )
      }
    >
      {secret !== null && (
        <SecretNotice title={webhooks.rotated} secret={secret} onSaved={() => setSecret(null)} />
      )}
      <Loaded query={webhook} height="6rem">
        {({ value }: Tagged<Webhook>) => (
          <>
            <WebhookFacts webhook={value} />
            {value.url === listenUrl && canWrite && (
              <Receiver key={webhookId} webhookId={webhookId} />
            )}
            {(value.url !== listenUrl || !canWrite) && (
              <DeliveryList webhookId={webhookId} canWrite={canWrite} />
            )}
          </>
        )}
      </Loaded>
    </DevelopersPage>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks, apiKeys } = useWords(apiKeysTexts, webhooksTexts);
  const { webhookId, url, events, rotation, createdAt } = webhook;
  return (
    <FactList inRows>
      <div>
        <dt>{webhooks.url}</dt>
        <dd>{urlText(url, webhooks)}</dd>
      </div>
      <div>
        <dt>{webhooks.state}</dt>
        <dd>
          <WebhookState webhook={webhook} />
        </dd>
      </div>
      <div>
        <dt>{webhooks.events}</dt>
        <dd>{events === null ? webhooks.allEvents : events.join(", ")}</dd>
      </div>
      {rotation !== undefined && (
        <div>
          <dt>{webhooks.secret}</dt>
          <dd>{apiKeys.previousUntil(formatDateTime(rotation.previousValidUntil))}</dd>
        </div>
      )}
      <div>
        <dt>{webhooks.createdAt}</dt>
        <dd>{formatDateTime(createdAt)}</dd>
      </div>
      <IdFact label={webhooks.id} id={webhookId} />
    </FactList>
  );
}
