import { useInfiniteQuery, useQuery } from "@tanstack/react-query";

import { readPages } from "#contract/pages.ts";
import { read } from "#contract/queries.ts";

/** Names of API keys by id. */
export function useKeyNames(): ReadonlyMap<string, string> {
  const keys = useInfiniteQuery(readPages("listApiKeys", {}));
  return new Map(
    keys.data?.pages.flatMap(({ data }) => data).map(({ keyId, name }) => [keyId, name]),
  );
}

/** Names of the organization's members by id. */
export function useMemberNames(): ReadonlyMap<string, string> {
  const account = useQuery(read("getAccount", {}));
  const orgId = account.data?.organization.organizationId;
  const members = useInfiniteQuery({
    ...readPages("listMembers", { path: { orgId: orgId ?? "" } }),
    enabled: orgId !== undefined,
  });
  return new Map(
    members.data?.pages
      .flatMap(({ data }) => data)
      .map(({ userId, displayName, email }) => [userId, displayName ?? email]),
  );
}
