import type { Conversation } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { readPages } from "#contract/pages.ts";
import { useCan } from "#contract/use-permissions.ts";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import type { TableColumn } from "#ui/table.tsx";
import * as conversationsTexts from "#words/en/conversations.ts";
import * as jobsTexts from "#words/en/jobs.ts";
import { formatDateTime } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

/** Conversations of the organization, newest first. */
export function ConversationsPage() {
  const words = useWords(conversationsTexts, jobsTexts);
  const { conversations } = words;
  const navigate = useNavigate();
  const canWrite = useCan("chat:write");
  const list = useInfiniteQuery(readPages("listConversations", {}));
  const start = () =>
    void navigate({
      to: "/conversations/$conversationId",
      params: { conversationId: "new" },
    });
  return (
    <Page
      title={conversations.title}
      actions={
        canWrite && (
          <Button look="primary" onPress={start}>
            {conversations.create}
          </Button>
        )
      }
    >
      <PagedTable
        label={conversations.title}
        list={list}
        idOf={({ conversationId }) => conversationId}
        hrefOf={({ conversationId }) => `/conversations/${encodeURIComponent(conversationId)}`}
        columns={columnsOf(words)}
        empty={<EmptyState title={conversations.empty} text={conversations.emptyText} />}
      />
    </Page>
  );
}

function columnsOf({
  conversations,
  jobs,
}: Pick<Words, "conversations" | "jobs">): TableColumn<Conversation>[] {
  return [
    {
      id: "title",
      label: conversations.one,
      render: ({ title }) => title ?? conversations.untitled,
    },
    {
      id: "status",
      label: jobs.status,
      render: ({ lastJob }) => lastJob !== undefined && <StatusBadge status={lastJob.status} />,
    },
    {
      id: "messages",
      label: conversations.messages,
      isNumber: true,
      isDetail: true,
      render: ({ messages }) => messages,
    },
    {
      id: "last",
      label: conversations.last,
      isDetail: true,
      render: ({ createdAt, lastMessageAt }) => formatDateTime(lastMessageAt ?? createdAt),
    },
  ];
}
