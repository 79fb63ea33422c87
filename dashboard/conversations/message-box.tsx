import { useRef, useState } from "react";
import { Form } from "react-aria-components";

import { engine } from "#contract/engine.ts";
import { queryClient } from "#contract/queries.ts";
import { useWrite } from "#contract/use-write.ts";
import { useEstimate } from "#job-parts/use-estimate.ts";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as conversationsTexts from "#words/en/conversations.ts";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./conversation.module.css";

const limitPreset = 10;
const limitMax = 30_000;

/**
 * The next message of a conversation, with the most that it may cost. The price is known before the message is sent, unless an
 * earlier message, which decides what this one means, has not been read yet.
 */
export function MessageBox({
  conversationId,
  onSent,
}: {
  /** `new` begins a conversation. */
  readonly conversationId: string;
  readonly onSent: (conversationId: string) => void;
}) {
  const { conversations } = useWords(conversationsTexts);
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(String(limitPreset));
  const maxCredits = Number(limit);
  const isLimit = Number.isInteger(maxCredits) && maxCredits >= 1 && maxCredits <= limitMax;
  const { send, isSending, problem } = useWrite(
    async (body: { message: string; maxCredits: number }, options) =>
      engine.request(
        "createChatJob",
        { body: { ...body, parseIntent: true, conversationId } },
        options,
      ),
    {
      stale: ["listMessages", "listConversations", "listJobs", "getCredits"],
      onDone: (accepted) => {
        // The same text means something else after this message.
        const queryKey = ["previewEstimate"];
        void queryClient.invalidateQueries({ queryKey, refetchType: "none" });
        setText("");
        if ("conversationId" in accepted) onSent(accepted.conversationId ?? conversationId);
      },
    },
  );
  const message = text.trim();
  const { estimate, isCurrent } = useEstimate(
    message === "" ? null : { body: { message, parseIntent: true, conversationId } },
  );
  const price = isCurrent && estimate?.outcome === "priced" ? estimate.price.maxCredits : undefined;
  const isWithin = isLimit && (price ?? 0) <= maxCredits;
  const canSend = message !== "" && isWithin && !isSending;
  return (
    <Form
      ref={form}
      className={styles.box ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send({ message, maxCredits: price ?? maxCredits });
      }}
    >
      {problem !== null && <ProblemNotice problem={problem} />}
      <TextArea
        label={conversations.message}
        hint={conversations.messageHint}
        rows={2}
        value={text}
        maxLength={4_000}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
            form.current?.requestSubmit();
          } else event.continuePropagation();
        }}
      />
      <div className={styles.send}>
        <TextField
          label={conversations.limit}
          hint={conversations.limitHint}
          inputMode="numeric"
          value={limit}
          isInvalid={!isWithin}
          validationBehavior="aria"
          onChange={setLimit}
        />
        <Button type="submit" look="primary" isDisabled={!canSend} isPending={isSending}>
          {price === undefined
            ? conversations.send(formatCredits(isLimit ? maxCredits : limitPreset))
            : conversations.sendPriced(formatCredits(price))}
        </Button>
      </div>
    </Form>
  );
}
