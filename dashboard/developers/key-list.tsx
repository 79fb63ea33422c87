import type { ApiKey } from "@gme/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";

import { readPages } from "#contract/pages.ts";
import { read } from "#contract/queries.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Menu } from "#ui/menu.tsx";
import type { TableColumn } from "#ui/table.tsx";
import * as apiKeysTexts from "#words/en/api-keys.ts";
import { formatCredits, formatDate, formatDateTime, formatNumber } from "#words/format.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import styles from "./developers.module.css";

const tones: Readonly<Record<string, BadgeTone>> = { active: "good", expired: "warning" };

export function KeyList({
  canManage,
  onRotate,
  onRevoke,
}: {
  readonly canManage: boolean;
  readonly onRotate: (apiKey: ApiKey) => void;
  readonly onRevoke: (apiKey: ApiKey) => void;
}) {
  const words = useWords(apiKeysTexts);
  const { apiKeys } = words;
  const account = useQuery(read("getAccount", {}));
  const list = useInfiniteQuery(readPages("listApiKeys", {}));
  const actionsOf = (apiKey: ApiKey) => (
    <Menu
      label={apiKeys.actionsOf(apiKey.name)}
      trigger={
        <Button look="quiet" isIcon aria-label={apiKeys.actionsOf(apiKey.name)}>
          <Ellipsis size={18} aria-hidden />
        </Button>
      }
      sections={[
        {
          id: "actions",
          items: [
            {
              id: "rotate",
              label: apiKeys.rotate,
              // The value acts on behalf of its creator, so other members cannot replace it.
              isDisabled: apiKey.createdBy !== account.data?.accountId,
            },
            { id: "revoke", label: apiKeys.revoke },
          ],
          onAction: (id) => (id === "rotate" ? onRotate(apiKey) : onRevoke(apiKey)),
        },
      ]}
    />
  );
  return (
    <PagedTable
      label={apiKeys.title}
      list={list}
      idOf={({ keyId }) => keyId}
      columns={[
        ...columnsOf(words),
        ...(canManage
          ? [
              {
                id: "actions",
                label: apiKeys.actions,
                isNumber: true,
                render: (apiKey: ApiKey) => apiKey.status === "active" && actionsOf(apiKey),
              },
            ]
          : []),
      ]}
      empty={<EmptyState title={apiKeys.empty} text={apiKeys.emptyText} />}
    />
  );
}

function columnsOf({ apiKeys, values }: Pick<Words, "apiKeys" | "values">): TableColumn<ApiKey>[] {
  return [
    {
      id: "name",
      label: apiKeys.name,
      render: ({ name, prefix, last4 }) => (
        <span className={styles.named}>
          <span>{name}</span>
          <code>
            {prefix}…{last4}
          </code>
        </span>
      ),
    },
    {
      id: "status",
      label: apiKeys.status,
      render: ({ status, rotation }) => (
        <span className={styles.named}>
          <span>
            <Badge tone={tones[status] ?? "neutral"}>{textOf(apiKeys.statuses, status)}</Badge>
          </span>
          {rotation !== undefined && (
            <small>{apiKeys.previousUntil(formatDateTime(rotation.previousValidUntil))}</small>
          )}
        </span>
      ),
    },
    {
      id: "permissions",
      label: apiKeys.permissions,
      isDetail: true,
      render: ({ permissions }) =>
        permissions === null ? (
          apiKeys.allPermissions
        ) : (
          <span title={permissions.join(", ")}>{apiKeys.permissionCount(permissions.length)}</span>
        ),
    },
    {
      id: "spent",
      label: apiKeys.spent,
      isNumber: true,
      isDetail: true,
      render: ({ creditsSpent, creditLimit }) =>
        creditLimit === null
          ? formatCredits(creditsSpent)
          : values.of(formatNumber(creditsSpent), formatCredits(creditLimit)),
    },
    {
      id: "used",
      label: apiKeys.lastUsed,
      isDetail: true,
      render: ({ lastUsedAt }) => (lastUsedAt === null ? values.never : formatDateTime(lastUsedAt)),
    },
    {
      id: "expires",
      label: apiKeys.expires,
      isDetail: true,
      render: ({ expiresAt }) => (expiresAt === null ? values.never : formatDate(expiresAt)),
    },
  ];
}
