import type { Webhook } from "@gme/client";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import type { Tagged } from "#contract/tagged.ts";
import { useWrite } from "#contract/use-write.ts";
import { ConfirmDialog } from "#page-parts/confirm-dialog.tsx";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as webhooksTexts from "#words/en/webhooks.ts";
import { useWords } from "#words/words.ts";

import { overlapDefault, OverlapSelect } from "./overlap-select.tsx";
import { WebhookForm } from "./webhook-form.tsx";

type Dialog = "change" | "rotate" | "delete";

export function WebhookActions({
  webhook,
  onSecret,
}: {
  readonly webhook: Tagged<Webhook>;
  readonly onSecret: (secret: string) => void;
}) {
  const { webhooks } = useWords(webhooksTexts);
  const { webhookId, enabled } = webhook.value;
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const path = { webhookId };
  const close = () => setDialog(null);
  const test = useWrite(
    async (_: string, options) => engine.request("testWebhook", { path }, options),
    {
      stale: ["listWebhookDeliveries"],
      onDone: () => showToast(webhooks.testSent),
    },
  );
  const toggle = useWrite(
    async (isOn: boolean) =>
      engine.request("updateWebhook", { path, body: { enabled: isOn } }, { ifMatch: webhook.etag }),
    { stale: ["listWebhooks", "getWebhook"] },
  );
  const problem = test.problem ?? toggle.problem;
  return (
    <>
      {problem !== null && <ProblemNotice problem={problem} />}
      <Button isPending={test.isSending} isDisabled={!enabled} onPress={() => test.send(webhookId)}>
        {webhooks.test}
      </Button>
      <Button isPending={toggle.isSending} onPress={() => toggle.send(!enabled)}>
        {enabled ? webhooks.disable : webhooks.enable}
      </Button>
      <Menu
        label={webhooks.more}
        trigger={
          <Button isIcon aria-label={webhooks.more}>
            <Ellipsis size={18} aria-hidden />
          </Button>
        }
        sections={[
          {
            id: "actions",
            items: [
              { id: "change", label: webhooks.change },
              { id: "rotate", label: webhooks.rotate },
              { id: "delete", label: webhooks.delete },
            ],
            onAction: (id) => setDialog(id as Dialog),
          },
        ]}
      />
      {dialog === "change" && <WebhookForm webhook={webhook} onClose={close} />}
      {dialog === "rotate" && (
        <RotateSecret
          webhookId={webhookId}
          onClose={close}
          onRotated={(secret) => {
            onSecret(secret);
            close();
          }}
        />
      )}
      {dialog === "delete" && <DeleteWebhook webhookId={webhookId} onClose={close} />}
    </>
  );
}

function RotateSecret({
  webhookId,
  onClose,
  onRotated,
}: {
  readonly webhookId: string;
  readonly onClose: () => void;
  readonly onRotated: (secret: string) => void;
}) {
  const { webhooks } = useWords(webhooksTexts);
  const [overlap, setOverlap] = useState(overlapDefault);
  const { send, isSending, problem } = useWrite(
    async (overlapSeconds: number, options) =>
      engine.request(
        "rotateWebhookSecret",
        { path: { webhookId }, body: { overlapSeconds } },
        options,
      ),
    { stale: ["getWebhook"], onDone: ({ secret }) => onRotated(secret) },
  );
  return (
    <FormDialog
      title={webhooks.rotate}
      submit={webhooks.rotate}
      isSending={isSending}
      problem={problem}
      onSubmit={() => send(Number(overlap))}
      onClose={onClose}
    >
      <p>{webhooks.rotateText}</p>
      <OverlapSelect value={overlap} onChange={setOverlap} />
    </FormDialog>
  );
}

function DeleteWebhook({
  webhookId,
  onClose,
}: {
  readonly webhookId: string;
  readonly onClose: () => void;
}) {
  const { webhooks } = useWords(webhooksTexts);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={webhooks.deleteTitle}
      text={webhooks.deleteText}
      submit={webhooks.delete}
      write={async () => engine.request("deleteWebhook", { path: { webhookId } })}
      stale={["listWebhooks"]}
      onDone={() => void navigate({ to: "/developers/webhooks" })}
      onClose={onClose}
    />
  );
}
