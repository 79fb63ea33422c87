import { Radio } from "lucide-react";

import { engine } from "#contract/engine.ts";
import {
  hasSecret,
  type ReceivedDelivery,
  useReceivedDeliveries,
} from "#contract/received-deliveries.ts";
import { useWrite } from "#contract/use-write.ts";
import { CodeBlock } from "#page-parts/code-block.tsx";
import { Section } from "#page-parts/section.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as webhooksTexts from "#words/en/webhooks.ts";
import { formatTime } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./receiver.module.css";

const tones: Readonly<Record<ReceivedDelivery["signature"], BadgeTone>> = {
  valid: "good",
  invalid: "danger",
  unchecked: "neutral",
};

/** Fields of every event of a webhook, and the job, batch or run that it may be about. */
interface Message {
  /** Time of the event. */
  readonly timestamp: string;
  readonly data?: { readonly jobId?: string; readonly batchId?: string; readonly runId?: string };
}

/** Shows the deliveries of a webhook as they happen, as a server would receive them. The stream needs `webhooks:write`. */
export function Receiver({ webhookId }: { readonly webhookId: string }) {
  const { webhooks } = useWords(webhooksTexts);
  const { received, isConnected, problem } = useReceivedDeliveries(webhookId);
  return (
    <Section
      title={webhooks.receiver}
      text={webhooks.receiverText}
      actions={
        problem === null && (
          <output className={styles.state} data-connected={isConnected}>
            <Radio size={16} aria-hidden />
            {isConnected ? webhooks.listening : webhooks.connecting}
          </output>
        )
      }
    >
      {problem !== null && <ProblemNotice problem={problem} />}
      {!hasSecret(webhookId) && <p className={styles.hint}>{webhooks.secretUnknown}</p>}
      {received.length === 0 && problem === null ? (
        <EmptyState title={webhooks.nothingReceived} text={webhooks.nothingReceivedText} />
      ) : (
        <ol className={styles.received} aria-label={webhooks.receiver}>
          {received.map((delivery) => (
            <Received key={delivery.position} delivery={delivery} webhookId={webhookId} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function Received({
  delivery: { deliveryId, eventId, type, headers, body, signature },
  webhookId,
}: {
  readonly delivery: ReceivedDelivery;
  readonly webhookId: string;
}) {
  const { webhooks } = useWords(webhooksTexts);
  const message = JSON.parse(body) as Message;
  const { timestamp, data } = message;
  const { send, isSending, problem } = useWrite(
    async (id: string, options) =>
      engine.request("redeliver", { path: { webhookId, deliveryId: id } }, options),
    { stale: ["listWebhookDeliveries"] },
  );
  const shownHeaders = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <li>
      <details className={styles.delivery}>
        <summary>
          <time dateTime={timestamp}>{formatTime(timestamp)}</time>
          <code className={styles.type}>{type}</code>
          <span className={styles.subject}>
            {data?.jobId ?? data?.batchId ?? data?.runId ?? eventId}
          </span>
          <Badge tone={tones[signature]}>{webhooks.signatures[signature]}</Badge>
        </summary>
        <div className={styles.content}>
          <h3>{webhooks.headers}</h3>
          <CodeBlock label={webhooks.headers} text={shownHeaders.join("\n")} />
          <h3>{webhooks.body}</h3>
          <CodeBlock label={webhooks.body} text={JSON.stringify(message, null, 2)} />
          {problem !== null && <ProblemNotice problem={problem} />}
          <Button isPending={isSending} onPress={() => send(deliveryId)}>
            {webhooks.redeliver}
          </Button>
        </div>
      </details>
    </li>
  );
}
