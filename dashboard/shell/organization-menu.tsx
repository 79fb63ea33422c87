import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";

import { read } from "#contract/queries.ts";
import { switchOrganization } from "#contract/session.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { useWords } from "#words/words.ts";

import styles from "./top-bar.module.css";

/** Name of the organization, and the change to another one of the person. */
export default function OrganizationMenu() {
  const words = useWords();
  const account = useQuery(read("getAccount", {}));
  const organizations = useQuery(read("listOrganizations", { query: { limit: 100 } }));
  const current = account.data?.organization;
  if (current === undefined) return <span />;
  const others = organizations.data?.data ?? [];
  const change = async (id: string) => {
    if (id === current.organizationId) return;
    await switchOrganization(id);
  };
  return (
    <Menu
      label={words.shell.organization}
      trigger={
        <Button look="quiet">
          <span className={styles.name}>{current.name}</span>
          <ChevronsUpDown size={14} aria-hidden />
        </Button>
      }
      sections={[
        {
          id: "organizations",
          label: words.shell.organization,
          chosen: current.organizationId,
          items: others.map(({ organizationId, name, status }) => ({
            id: organizationId,
            label: name,
            isDisabled: status !== "active",
          })),
          onAction: (id) => void change(id),
        },
      ]}
    />
  );
}
