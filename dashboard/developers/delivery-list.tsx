import type { WebhookDelivery } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { readPages } from "#contract/pages.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Section } from "#page-parts/section.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Select } from "#ui/select.tsx";
import * as jobsTexts from "#words/en/jobs.ts";
import * as webhooksTexts from "#words/en/webhooks.ts";
import { formatDateTime } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

import { DeliveryDialog } from "./delivery-dialog.tsx";

const states = ["pending", "delivered", "failed", "abandoned"] as const;
const tones: Readonly<Record<string, BadgeTone>> = {
  pending: "accent",
  delivered: "good",
  failed: "danger",
  abandoned: "neutral",
};
const from = "/shell/developers/webhooks/$webhookId";

/** Deliveries of an endpoint, newest first; each opens with its attempts. */
export function DeliveryList({
  webhookId,
  canWrite,
}: {
  readonly webhookId: string;
  readonly canWrite: boolean;
}) {
  const { webhooks, actions, jobs } = useWords(jobsTexts, webhooksTexts);
  const search = useSearch({ from });
  const navigate = useNavigate({ from: "/developers/webhooks/$webhookId" });
  const state = states.find((each) => each === search.state);
  const [opened, setOpened] = useState<string | null>(null);
  const list = useInfiniteQuery(
    readPages("listWebhookDeliveries", {
      path: { webhookId },
      query: state === undefined ? {} : { state },
    }),
  );
  const delivery = list.data?.pages
    .flatMap(({ data }) => data)
    .find(({ deliveryId }) => deliveryId === opened);
  const clear = () => void navigate({ search: {} });
  return (
    <Section
      title={webhooks.deliveries}
      actions={
        <Select
          isInline
          label={webhooks.state}
          value={state ?? "any"}
          options={[
            { value: "any", label: jobs.any },
            ...states.map((value) => ({ value, label: webhooks.deliveryStates[value] })),
          ]}
          onChange={(value) => void navigate({ search: value === "any" ? {} : { state: value } })}
        />
      }
    >
      <PagedTable
        label={webhooks.deliveries}
        list={list}
        idOf={({ deliveryId }) => deliveryId}
        onOpen={({ deliveryId }) => setOpened(deliveryId)}
        columns={[
          { id: "type", label: webhooks.event, render: ({ type }) => <code>{type}</code> },
          {
            id: "state",
            label: webhooks.state,
            render: (each: WebhookDelivery) => (
              <Badge tone={tones[each.state] ?? "neutral"}>
                {textOf(webhooks.deliveryStates, each.state)}
              </Badge>
            ),
          },
          {
            id: "attempts",
            label: webhooks.attempts,
            isNumber: true,
            render: ({ attemptCount }) => attemptCount,
          },
          {
            id: "next",
            label: webhooks.nextAttempt,
            isDetail: true,
            render: ({ nextAttemptAt }) =>
              nextAttemptAt === undefined ? "" : formatDateTime(nextAttemptAt),
          },
          {
            id: "created",
            label: webhooks.createdAt,
            isDetail: true,
            render: ({ createdAt }) => formatDateTime(createdAt),
          },
        ]}
        empty={
          state === undefined ? (
            <EmptyState title={webhooks.noDeliveries} text={webhooks.noDeliveriesText} />
          ) : (
            <EmptyState title={webhooks.noMatch} text={webhooks.noMatchText}>
              <Button onPress={clear}>{actions.clear}</Button>
            </EmptyState>
          )
        }
      />
      {delivery !== undefined && (
        <DeliveryDialog delivery={delivery} canWrite={canWrite} onClose={() => setOpened(null)} />
      )}
    </Section>
  );
}
