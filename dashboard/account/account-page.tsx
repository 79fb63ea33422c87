import type { Account } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { readTagged, type Tagged } from "#contract/tagged.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { Section } from "#page-parts/section.tsx";
import { Badge } from "#ui/badge.tsx";
import { Page } from "#ui/page.tsx";
import * as accountTexts from "#words/en/account.ts";
import { textOf, useWords } from "#words/words.ts";

import { CloseAccount } from "./close-account.tsx";
import { ExportAccount } from "./export-account.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SessionList } from "./session-list.tsx";

import styles from "./account.module.css";

/** The person's own account. */
export function AccountPage() {
  const { account } = useWords(accountTexts);
  const query = useQuery(readTagged("getAccount", {}));
  return (
    <Page title={account.title}>
      <Loaded query={query} height="24rem">
        {(data: Tagged<Account>) => (
          <>
            <div className={styles.columns}>
              <ProfileForm key={data.etag} account={data} />
              <PasswordForm account={data} />
            </div>
            <SignInMethods account={data.value} />
            <SessionList />
            <ExportAccount />
            <CloseAccount account={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function SignInMethods({ account: { signInMethods } }: { readonly account: Account }) {
  const { account } = useWords(accountTexts);
  return (
    <Section title={account.methods}>
      {signInMethods.length === 0 ? (
        <p className={styles.muted}>{account.noMethods}</p>
      ) : (
        <ul className={styles.methods}>
          {signInMethods.map(({ method, email }) => (
            <li key={method}>
              <Badge>{textOf(account.methodNames, method)}</Badge> {email}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
