import type { Account } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { read } from "#contract/queries.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { SubNavigation } from "#page-parts/sub-navigation.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import * as organizationTexts from "#words/en/organization.ts";
import { useWords } from "#words/words.ts";

/** Frame of the pages about the current organization. */
export function OrganizationFrame({
  title,
  needs,
  children,
}: {
  readonly title: string;
  /** Permission without which the page has nothing to show. */
  readonly needs: Account["permissions"][number];
  readonly children: (account: Account) => ReactNode;
}) {
  const { organization } = useWords(organizationTexts);
  const account = useQuery(read("getAccount", {}));
  return (
    <Page title={title}>
      <SubNavigation
        label={organization.title}
        links={[
          { to: "/organization", text: organization.members, isExact: true },
          { to: "/organization/settings", text: organization.settings },
          { to: "/organization/audit-log", text: organization.auditLog },
        ]}
      />
      <Loaded query={account}>
        {(data: Account) =>
          data.permissions.includes(needs) ? (
            children(data)
          ) : (
            <EmptyState title={organization.noAccess} text={organization.noAccessText} />
          )
        }
      </Loaded>
    </Page>
  );
}
