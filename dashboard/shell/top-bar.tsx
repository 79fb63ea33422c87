import { useQuery } from "@tanstack/react-query";
import { Command } from "lucide-react";
import { Suspense } from "react";

import { read } from "#contract/queries.ts";
import { Button } from "#ui/button.tsx";
import { lazyWhenIdle } from "#ui/lazy-when-idle.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./top-bar.module.css";

// Menus are a sixth of the code, and the page is of use before they are there.
const AccountMenu = lazyWhenIdle(async () => import("./account-menu.tsx"));
const OrganizationMenu = lazyWhenIdle(async () => import("./organization-menu.tsx"));

export function TopBar({ onCommands }: { readonly onCommands: () => void }) {
  const words = useWords();
  return (
    <header className={styles.bar}>
      <Suspense fallback={<Skeleton width="6rem" height="1.5rem" />}>
        <OrganizationMenu />
      </Suspense>
      <div className={styles.end}>
        <Balance />
        <Button look="quiet" isIcon aria-label={words.shell.commands} onPress={onCommands}>
          <Command size={18} aria-hidden />
        </Button>
        <Suspense
          fallback={<Skeleton width="var(--control-height)" height="var(--control-height)" />}
        >
          <AccountMenu />
        </Suspense>
      </div>
    </header>
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
