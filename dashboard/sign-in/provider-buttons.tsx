import { beginProviderSignIn } from "#contract/session.ts";
import type { SignInMethods } from "#contract/sign-in-methods.ts";
import { Button } from "#ui/button.tsx";
import { useWords } from "#words/words.ts";

import styles from "./frame.module.css";

const names = { google: "Google", github: "GitHub" } as const;

/** Buttons of the identity providers that the server is configured for. */
export function ProviderButtons({ methods }: { readonly methods: SignInMethods | null }) {
  const { signIn } = useWords();
  const configured = (["google", "github"] as const).filter((method) => methods?.[method] === true);
  if (configured.length === 0) return null;
  return (
    <>
      <div className={styles.providers}>
        {configured.map((method) => (
          <Button key={method} isWide onPress={() => beginProviderSignIn(method)}>
            {signIn.withProvider(names[method])}
          </Button>
        ))}
      </div>
      <p className={styles.or}>{signIn.or}</p>
    </>
  );
}
