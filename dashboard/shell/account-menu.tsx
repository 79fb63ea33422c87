import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleUser } from "lucide-react";

import { chooseTheme, chosenTheme, keepLanguage, themes } from "#contract/preferences.ts";
import { read } from "#contract/queries.ts";
import { signOut } from "#contract/session.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import * as accountTexts from "#words/en/account.ts";
import * as statusTexts from "#words/en/status.ts";
import { languageNames, languages, loadLanguage, useLanguage, useWords } from "#words/words.ts";

/** Theme, language and the end of the session. */
export default function AccountMenu() {
  const words = useWords(accountTexts, statusTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const account = useQuery(read("getAccount", {}));
  const changeLanguage = (next: string) => {
    keepLanguage(next);
    void loadLanguage(next);
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
            { id: "status", label: words.status.title },
            { id: "sign-out", label: words.shell.signOut },
          ],
          onAction: (id) => {
            if (id === "account") void navigate({ to: "/account" });
            else if (id === "status") void navigate({ to: "/status" });
            else void signOut();
          },
        },
      ]}
    />
  );
}
