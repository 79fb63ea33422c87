import type { WebhookAttempt, WebhookDelivery } from "@gme/client";

import { engine } from "#contract/engine.ts";
import { useWrite } from "#contract/use-write.ts";
import { CodeBlock } from "#page-parts/code-block.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as webhooksTexts from "#words/en/webhooks.ts";
import { formatMilliseconds, formatTime } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./developers.module.css";

/** A delivery: its payload, and each attempt with the response of the endpoint. */
export function DeliveryDialog({
  delivery: { deliveryId, webhookId, type, body, attempts },
  canWrite,
  onClose,
}: {
  readonly delivery: WebhookDelivery;
  readonly canWrite: boolean;
  readonly onClose: () => void;
}) {
  const { webhooks } = useWords(webhooksTexts);
  const { send, isSending, problem } = useWrite(
    async (id: string, options) =>
      engine.request("redeliver", { path: { webhookId, deliveryId: id } }, options),
    {
      stale: ["listWebhookDeliveries"],
      onDone: () => {
        showToast(webhooks.redelivered);
        onClose();
      },
    },
  );
  return (
    <Dialog
      title={type}
      isOpen
      onClose={onClose}
      actions={
        canWrite && (
          <Button look="primary" isPending={isSending} onPress={() => send(deliveryId)}>
            {webhooks.redeliver}
          </Button>
        )
      }
    >
      <div className={styles.attempts}>
        {problem !== null && <ProblemNotice problem={problem} />}
        {attempts.length === 0 && <p>{webhooks.noAttempts}</p>}
        {attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
        <div className={styles.attempt}>
          <h3>{webhooks.body}</h3>
          <CodeBlock label={webhooks.body} text={JSON.stringify(body, null, 2)} />
        </div>
      </div>
    </Dialog>
  );
}

function Attempt({
  attempt: { number, startedAt, durationMs, response, error },
}: {
  readonly attempt: WebhookAttempt;
}) {
  const { webhooks } = useWords(webhooksTexts);
  return (
    <section className={styles.attempt}>
      <header>
        <h3>{webhooks.attempt(number)}</h3>
        {response !== undefined && (
          <Badge tone={error === undefined ? "good" : "danger"}>{response.status}</Badge>
        )}
        {error !== undefined && <Badge tone="danger">{error.code}</Badge>}
        <small>
          {formatTime(startedAt)}
          {durationMs !== undefined && ` · ${formatMilliseconds(durationMs)}`}
        </small>
      </header>
      {error !== undefined && <p>{error.message}</p>}
      {response !== undefined && response.body !== "" && (
        <CodeBlock label={webhooks.response} text={response.body} />
      )}
    </section>
  );
}
