import type { Session } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";

import { engine } from "#contract/engine.ts";
import { readPages } from "#contract/pages.ts";
import { useWrite } from "#contract/use-write.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Section } from "#page-parts/section.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as accountTexts from "#words/en/account.ts";
import * as organizationTexts from "#words/en/organization.ts";
import { formatDateTime } from "#words/format.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import { deviceOf } from "./device-of.ts";

import styles from "./account.module.css";

/** Browsers in which the person is signed in. */
export function SessionList() {
  const words = useWords(accountTexts, organizationTexts);
  const { account, organization } = words;
  const list = useInfiniteQuery(readPages("listSessions", {}));
  const end = useWrite(
    async (sessionId: string) => engine.request("endSession", { path: { sessionId } }),
    { stale: ["listSessions"], onDone: () => showToast(account.ended) },
  );
  return (
    <Section title={account.sessions} text={account.sessionsText}>
      {end.problem !== null && <ProblemNotice problem={end.problem} />}
      <PagedTable
        label={account.sessions}
        list={list}
        idOf={({ sessionId }) => sessionId}
        empty={<EmptyState title={account.noSessions} text={account.noSessionsText} />}
        columns={[
          {
            id: "device",
            label: account.device,
            render: (session: Session) => (
              <span className={styles.device}>
                {nameOf(session, words)}
                {session.current && <Badge tone="accent">{account.thisSession}</Badge>}
              </span>
            ),
          },
          {
            id: "method",
            label: account.method,
            isDetail: true,
            render: ({ method }) => textOf(account.methodNames, method),
          },
          {
            id: "address",
            label: account.address,
            isDetail: true,
            render: ({ address }) => address,
          },
          {
            id: "started",
            label: account.started,
            isDetail: true,
            render: ({ createdAt }) => formatDateTime(createdAt),
          },
          {
            id: "used",
            label: account.lastUsed,
            isDetail: true,
            render: ({ lastUsedAt }) => formatDateTime(lastUsedAt),
          },
          {
            id: "actions",
            label: organization.actions,
            isNumber: true,
            // This session ends with "Sign out", which also clears its cookie.
            render: (session) =>
              !session.current && (
                <Button
                  look="quiet"
                  aria-label={account.endOf(nameOf(session, words))}
                  isPending={end.isSending && end.input === session.sessionId}
                  onPress={() => end.send(session.sessionId)}
                >
                  {account.end}
                </Button>
              ),
          },
        ]}
      />
    </Section>
  );
}

function nameOf({ userAgent }: Session, { account }: Pick<Words, "account">): string {
  const device = deviceOf(userAgent);
  return device === undefined ? account.unknownDevice : account.on(device.browser, device.system);
}
