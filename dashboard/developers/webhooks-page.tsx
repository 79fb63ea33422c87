import type { Webhook } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { readPages } from "#contract/pages.ts";
import { keepSecret, listenUrl } from "#contract/received-deliveries.ts";
import { useCan } from "#contract/use-permissions.ts";
import { useWrite } from "#contract/use-write.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { SecretNotice } from "#page-parts/secret-notice.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import type { TableColumn } from "#ui/table.tsx";
import * as webhooksTexts from "#words/en/webhooks.ts";
import { formatDate } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

import { DevelopersPage } from "./developers-page.tsx";
import { urlText } from "./url-text.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookState } from "./webhook-state.tsx";

import styles from "./developers.module.css";

/** Endpoints that receive the events of the organization. */
export function WebhooksPage() {
  const words = useWords(webhooksTexts);
  const { webhooks } = words;
  const canWrite = useCan("webhooks:write");
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useInfiniteQuery(readPages("listWebhooks", {}));
  const navigate = useNavigate();
  const receiver = useWrite(
    async (body: { url: string }, options) => engine.request("createWebhook", { body }, options),
    {
      stale: ["listWebhooks"],
      onDone: ({ webhookId, secret: created }) => {
        keepSecret(webhookId, created);
        void navigate({ to: "/developers/webhooks/$webhookId", params: { webhookId } });
      },
    },
  );
  const create = (
    <>
      <Button isPending={receiver.isSending} onPress={() => receiver.send({ url: listenUrl })}>
        {webhooks.listen}
      </Button>
      <Button look="primary" onPress={() => setIsCreating(true)}>
        {webhooks.create}
      </Button>
    </>
  );
  return (
    <DevelopersPage title={webhooks.title} actions={canWrite && create}>
      {receiver.problem !== null && <ProblemNotice problem={receiver.problem} />}
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

function columnsOf({ webhooks }: Pick<Words, "webhooks">): TableColumn<Webhook>[] {
  return [
    {
      id: "url",
      label: webhooks.url,
      render: ({ url }) => <span className={styles.named}>{urlText(url, webhooks)}</span>,
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
      render: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
    },
  ];
}
