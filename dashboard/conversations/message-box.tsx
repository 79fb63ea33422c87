import { useRef, useState } from "react";
import { Form } from "react-aria-components";

import { engine } from "#contract/engine.ts";
import { useWrite } from "#contract/use-write.ts";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./conversation.module.css";

const limitPreset = 10;
const limitMax = 30_000;

/**
 * The next message of a conversation. Earlier messages decide what it means, so its price is known only when it has been
 * read: the message carries the most that it may cost.
 */
export function MessageBox({
  conversationId,
  onSent,
}: {
  /** `new` begins a conversation. */
  readonly conversationId: string;
  readonly onSent: (conversationId: string) => void;
}) {
  const { conversations } = useWords();
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
        setText("");
        if ("conversationId" in accepted) onSent(accepted.conversationId ?? conversationId);
      },
    },
  );
  const canSend = text.trim() !== "" && isLimit && !isSending;
  return (
    <Form
      ref={form}
      className={styles.box ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send({ message: text.trim(), maxCredits });
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
          isInvalid={!isLimit}
          validationBehavior="aria"
          onChange={setLimit}
        />
        <Button type="submit" look="primary" isDisabled={!canSend} isPending={isSending}>
          {conversations.send(formatCredits(isLimit ? maxCredits : limitPreset))}
        </Button>
      </div>
    </Form>
  );
}
