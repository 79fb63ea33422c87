import { ApiError, type Message } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";

import { readPages } from "#contract/pages.ts";
import { queryClient } from "#contract/queries.ts";
import { useCan } from "#contract/use-permissions.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import * as conversationsTexts from "#words/en/conversations.ts";
import { useWords } from "#words/words.ts";

import { DeleteConversation } from "./delete-conversation.tsx";
import { MessageBox } from "./message-box.tsx";
import { Turn } from "./turn.tsx";

import styles from "./conversation.module.css";

/** A conversation: its messages with their results, oldest first, and the box for the next message. */
export function ConversationPage() {
  const { conversations } = useWords(conversationsTexts);
  const { conversationId } = useParams({ from: "/shell/conversations/$conversationId" });
  const canWrite = useCan("chat:write");
  if (conversationId === "new") {
    return (
      <Page title={conversations.create}>
        <div className={styles.conversation}>
          <EmptyState title={conversations.start} text={conversations.startText} />
          {canWrite && <FirstMessage />}
        </div>
      </Page>
    );
  }
  return <LoadedConversation key={conversationId} conversationId={conversationId} />;
}

function FirstMessage() {
  const navigate = useNavigate();
  const open = (conversationId: string) =>
    void navigate({
      to: "/conversations/$conversationId",
      params: { conversationId },
      replace: true,
    });
  return <MessageBox conversationId="new" onSent={open} />;
}

function LoadedConversation({ conversationId }: { readonly conversationId: string }) {
  const { conversations } = useWords(conversationsTexts);
  const canWrite = useCan("chat:write");
  // A conversation shows every message that it has read.
  const { maxPages: _max, ...messages } = readPages("listMessages", { path: { conversationId } });
  const list = useInfiniteQuery(messages);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ["listMessages"] });
  if (
    ApiError.is(list.error, "conversation_not_found", "outside_organization") ||
    list.data === undefined
  ) {
    return (
      <Page title={conversations.one}>
        {ApiError.is(list.error, "conversation_not_found", "outside_organization") ? (
          <EmptyState title={conversations.gone} text={conversations.goneText} />
        ) : (
          <Loaded query={list}>{() => null}</Loaded>
        )}
      </Page>
    );
  }
  const turns: Message[] = list.data.pages.flatMap(({ data }) => data).toReversed();
  const title = turns[0]?.message.text ?? conversations.untitled;
  return (
    <Page
      title={title}
      actions={canWrite && <DeleteConversation conversationId={conversationId} />}
    >
      <div className={styles.conversation}>
        {list.hasNextPage && (
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {conversations.older}
          </Button>
        )}
        <ol className={styles.turns}>
          {turns.map((message) => (
            <Turn key={message.jobId} message={message} onAnswered={refresh} />
          ))}
        </ol>
        {canWrite && <MessageBox conversationId={conversationId} onSent={refresh} />}
      </div>
    </Page>
  );
}
