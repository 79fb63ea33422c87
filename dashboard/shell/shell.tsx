import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";

import { fragment } from "#contract/fragment.ts";
import { useSession } from "#contract/use-session.ts";
import { SignInLink } from "#sign-in/sign-in-link.tsx";
import { useWords } from "#words/words.ts";

import { Rail } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

import styles from "./shell.module.css";

const CommandPalette = lazy(async () => import("./command-palette.tsx"));
const KeyboardHelp = lazy(async () => import("./keyboard-help.tsx"));

/** Frame of the pages of a signed-in person; everybody else is sent to sign-in and back afterwards. */
export function Shell() {
  const session = useSession();
  if (session === "signed-in") return <SignedInShell />;
  if (fragment.has("link")) return <SignInLink />;
  if (session === "starting") return null;
  return <ToSignIn />;
}

/** Leaves once: a redirect that is part of the rendering would repeat itself while sign-in loads. */
function ToSignIn() {
  const router = useRouter();
  useEffect(() => {
    const { href } = router.state.location;
    void router.navigate({ to: "/sign-in", search: { next: href }, replace: true });
  }, [router]);
  return null;
}

function SignedInShell() {
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
