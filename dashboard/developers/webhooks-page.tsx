import type { Webhook } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";

import { readPages } from "#contract/pages.ts";
import { useCan } from "#contract/use-permissions.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { SecretNotice } from "#page-parts/secret-notice.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { TableColumn } from "#ui/table.tsx";
import { formatDate } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

import { DevelopersPage } from "./developers-page.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookState } from "./webhook-state.tsx";

import styles from "./developers.module.css";

/** Endpoints that receive the events of the organization. */
export function WebhooksPage() {
  const words = useWords();
  const { webhooks } = words;
  const canWrite = useCan("webhooks:write");
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useInfiniteQuery(readPages("listWebhooks", {}));
  const create = (
    <Button look="primary" onPress={() => setIsCreating(true)}>
      {webhooks.create}
    </Button>
  );
  return (
    <DevelopersPage title={webhooks.title} actions={canWrite && create}>
      {secret !== null && (
        <SecretNotice title={webhooks.created} secret={secret} onSaved={() => setSecret(null)} />
      )}
      <PagedTable
        label={webhooks.title}
        list={list}
        columns={columnsOf(words)}
        idOf={({ webhookId }) => webhookId}
        hrefOf={({ webhookId }) => `/developers/webhooks/${encodeURIComponent(webhookId)}`}
        empty={<EmptyState title={webhooks.empty} text={webhooks.emptyText} />}
      />
      {isCreating && (
        <WebhookForm
          onClose={() => setIsCreating(false)}
          onCreated={(webhook) => {
            setSecret(webhook.secret);
            setIsCreating(false);
          }}
        />
      )}
    </DevelopersPage>
  );
}

function columnsOf({ webhooks }: Words): TableColumn<Webhook>[] {
  return [
    {
      id: "url",
      label: webhooks.url,
      render: ({ url }) => <span className={styles.named}>{url ?? webhooks.noUrl}</span>,
    },
    {
      id: "state",
      label: webhooks.state,
      render: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      id: "events",
      label: webhooks.events,
      isDetail: true,
      render: ({ events }) => (events === null ? webhooks.allEvents : events.join(", ")),
    },
    {
      id: "created",
      label: webhooks.createdAt,
      isDetail: true,
      render: ({ createdAt }) => formatDate(createdAt),
    },
  ];
}
