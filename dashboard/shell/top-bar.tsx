import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronsUpDown, CircleUser, Command } from "lucide-react";

import { chooseTheme, chosenTheme, keepLanguage, themes } from "#contract/preferences.ts";
import { queryClient, read } from "#contract/queries.ts";
import { signOut, switchOrganization } from "#contract/session.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { formatCredits } from "#words/format.ts";
import { languageNames, languages, loadLanguage, useLanguage, useWords } from "#words/words.ts";

import styles from "./top-bar.module.css";

export function TopBar({ onCommands }: { readonly onCommands: () => void }) {
  const words = useWords();
  return (
    <header className={styles.bar}>
      <OrganizationMenu />
      <div className={styles.end}>
        <Balance />
        <Button look="quiet" isIcon aria-label={words.shell.commands} onPress={onCommands}>
          <Command size={18} aria-hidden />
        </Button>
        <AccountMenu />
      </div>
    </header>
  );
}

function OrganizationMenu() {
  const words = useWords();
  const account = useQuery(read("getAccount", {}));
  const organizations = useQuery(read("listOrganizations", { query: { limit: 100 } }));
  const current = account.data?.organization;
  if (current === undefined) return <span />;
  const others = organizations.data?.data ?? [];
  const change = async (id: string) => {
    if (id === current.organizationId) return;
    await switchOrganization(id);
    await queryClient.resetQueries();
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

function Balance() {
  const words = useWords();
  const credits = useQuery(read("getCredits", {}));
  if (credits.data === undefined) return null;
  const text = formatCredits(credits.data.available);
  return (
    <span className={styles.balance}>
      <span className="visually-hidden">{words.shell.credits}: </span>
      {text}
    </span>
  );
}

function AccountMenu() {
  const words = useWords();
  const language = useLanguage();
  const navigate = useNavigate();
  const account = useQuery(read("getAccount", {}));
  const changeLanguage = (next: string) => {
    keepLanguage(next);
    void loadLanguage(next);
  };
  const leave = async () => {
    await signOut();
    queryClient.clear();
  };
  return (
    <Menu
      label={words.shell.account}
      trigger={
        <Button look="quiet" isIcon aria-label={words.shell.account}>
          <CircleUser size={20} aria-hidden />
        </Button>
      }
      sections={[
        {
          id: "theme",
          label: words.shell.theme,
          chosen: chosenTheme(),
          items: themes.map((theme) => ({ id: theme, label: words.shell.themes[theme] })),
          onAction: (id) => chooseTheme(themes.find((theme) => theme === id) ?? "system"),
        },
        {
          id: "language",
          label: words.shell.language,
          chosen: language,
          items: languages.map((id) => ({ id, label: languageNames[id] })),
          onAction: changeLanguage,
        },
        {
          id: "session",
          label: account.data?.email ?? words.shell.account,
          items: [
            { id: "account", label: words.account.title },
            { id: "sign-out", label: words.shell.signOut },
          ],
          onAction: (id) => void (id === "account" ? navigate({ to: "/account" }) : leave()),
        },
      ]}
    />
  );
}
