import type { Webhook, WebhookWithSecret } from "@gme/client";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { listenUrl } from "#contract/received-deliveries.ts";
import type { Tagged } from "#contract/tagged.ts";
import { useWrite } from "#contract/use-write.ts";
import { fieldText } from "#page-parts/field-text.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as webhooksTexts from "#words/en/webhooks.ts";
import { useWords } from "#words/words.ts";

import styles from "./developers.module.css";

const eventTypes = [
  "job.completed",
  "job.failed",
  "job.canceled",
  "job.needs_input",
  "batch.completed",
  "pipeline_run.completed",
  "pipeline_run.call",
  "credits.low",
  "budget.alert",
  "key.rotation_due",
] as const;

interface WebhookFields {
  readonly url: string;
  readonly events: (typeof eventTypes)[number][] | null;
}

/** Creates an endpoint, or changes the endpoint that is given. */
export function WebhookForm({
  webhook,
  onClose,
  onCreated,
}: {
  readonly webhook?: Tagged<Webhook>;
  readonly onClose: () => void;
  readonly onCreated?: (webhook: WebhookWithSecret) => void;
}) {
  const { webhooks } = useWords(webhooksTexts);
  const chosen = webhook?.value.events ?? null;
  const [hasAll, setHasAll] = useState(chosen === null);
  const { send, isSending, problem } = useWrite(
    async (body: WebhookFields, options) => {
      if (webhook === undefined) {
        onCreated?.(await engine.request("createWebhook", { body }, options));
        return;
      }
      const path = { webhookId: webhook.value.webhookId };
      await engine.request("updateWebhook", { path, body }, { ifMatch: webhook.etag });
    },
    { stale: ["listWebhooks", "getWebhook"], onDone: onClose },
  );
  const title = webhook === undefined ? webhooks.create : webhooks.change;
  return (
    <FormDialog
      title={title}
      submit={title}
      isSending={isSending}
      problem={problem}
      onSubmit={(fields) =>
        send({
          url: fieldText(fields, "url"),
          events: hasAll ? null : (fields.getAll("events") as WebhookFields["events"]),
        })
      }
      onClose={onClose}
    >
      {/* A receiver cannot get another URL. */}
      {webhook?.value.url === listenUrl ? (
        <input type="hidden" name="url" value={listenUrl} />
      ) : (
        <TextField
          label={webhooks.url}
          hint={webhooks.urlHint}
          name="url"
          type="url"
          defaultValue={webhook?.value.url ?? ""}
          isRequired
        />
      )}
      <fieldset className={styles.permissions}>
        <legend>{webhooks.events}</legend>
        <Checkbox isSelected={hasAll} onChange={setHasAll}>
          {webhooks.allEvents}
        </Checkbox>
        {!hasAll && (
          <div className={styles.choices}>
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                name="events"
                value={type}
                defaultSelected={chosen?.includes(type) ?? false}
              >
                {type}
              </Checkbox>
            ))}
          </div>
        )}
      </fieldset>
    </FormDialog>
  );
}
