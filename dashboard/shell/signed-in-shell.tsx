import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { startEvents } from "#contract/events.ts";
import { whenIdle } from "#ui/lazy-when-idle.ts";
import { useWords } from "#words/words.ts";

import { LiveStatus } from "./live-status.tsx";
import { Rail } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

import styles from "./shell.module.css";

const CommandPalette = lazy(async () => import("./command-palette.tsx"));
const KeyboardHelp = lazy(async () => import("./keyboard-help.tsx"));

// The stream continues after the position of the session, so it may open when the page is shown.
void whenIdle().then(startEvents);

export function SignedInShell() {
  const words = useWords();
  const [overlay, setOverlay] = useState<"commands" | "keys" | null>(null);
  useShortcuts({ onCommands: () => setOverlay("commands"), onHelp: () => setOverlay("keys") });
  const close = () => setOverlay(null);
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {words.shell.skip}
      </a>
      <Rail />
      <TopBar onCommands={() => setOverlay("commands")} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <LiveStatus />
        <Outlet />
      </main>
      <Suspense>
        {overlay === "commands" && (
          <CommandPalette onClose={close} onKeys={() => setOverlay("keys")} />
        )}
        {overlay === "keys" && <KeyboardHelp onClose={close} />}
      </Suspense>
    </div>
  );
}
