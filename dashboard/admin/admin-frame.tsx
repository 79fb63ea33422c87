import type { Account } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { readOperatorLinks } from "#contract/operations.ts";
import { read } from "#contract/queries.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { SubNavigation } from "#page-parts/sub-navigation.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { useWords } from "#words/words.ts";

import styles from "./admin.module.css";

/** Frame of the operators' pages. Everybody else sees neither their links nor their content. */
export function AdminFrame({
  title,
  needs,
  children,
}: {
  readonly title: string;
  readonly needs: Account["permissions"][number];
  readonly children: ReactNode;
}) {
  const { admin } = useWords(adminTexts);
  const account = useQuery(read("getAccount", {}));
  return (
    <Page title={title} actions={<Links />}>
      <SubNavigation
        label={admin.title}
        links={[
          { to: "/admin/providers", text: admin.providers },
          { to: "/admin/users", text: admin.users },
          { to: "/admin/organizations", text: admin.organizations },
          { to: "/admin/grants", text: admin.grants },
          { to: "/admin/reports", text: admin.reports },
          { to: "/admin/quarantine", text: admin.quarantine },
        ]}
      />
      <Loaded query={account}>
        {({ permissions }: Account) =>
          permissions.includes(needs) ? (
            children
          ) : (
            <EmptyState title={admin.noAccess} text={admin.noAccessText} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** Workflows in the Temporal UI, where the installation has one. */
function Links() {
  const { admin } = useWords(adminTexts);
  const links = useQuery({ ...readOperatorLinks(), retry: false });
  const temporal = links.data?.temporal ?? null;
  if (temporal === null) return null;
  return (
    <span className={styles.links}>
      <a href={temporal.jobs} target="_blank" rel="noreferrer">
        {admin.temporal}
      </a>
      <a href={temporal.maintenance} target="_blank" rel="noreferrer">
        {admin.temporalMaintenance}
      </a>
    </span>
  );
}
