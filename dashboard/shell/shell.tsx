import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";

import { fragment } from "#contract/fragment.ts";
import { useSession } from "#contract/use-session.ts";
import { SignInLink } from "#sign-in/sign-in-link.tsx";

const SignedInShell = lazy(async () => import("./signed-in-shell.tsx"));

/** Frame of the pages of a signed-in person; everybody else is sent to sign-in and back afterwards. */
export function Shell() {
  const session = useSession();
  if (session === "signed-in") {
    return (
      <Suspense>
        <SignedInShell />
      </Suspense>
    );
  }
  // The link works once: a session that has ended since leads to the sign-in page like any other.
  if (session === "starting") return fragment.has("link") ? <SignInLink /> : null;
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
