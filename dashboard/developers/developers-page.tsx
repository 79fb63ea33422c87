import { SubNavigation } from "#page-parts/sub-navigation.tsx";
import { Page, type PageProps } from "#ui/page.tsx";
import * as apiKeysTexts from "#words/en/api-keys.ts";
import * as webhooksTexts from "#words/en/webhooks.ts";
import { useWords } from "#words/words.ts";

/** Frame of the pages for developers. */
export function DevelopersPage({ title, actions, children }: PageProps) {
  const { shell, apiKeys, webhooks } = useWords(apiKeysTexts, webhooksTexts);
  return (
    <Page title={title} actions={actions}>
      <SubNavigation
        label={shell.developers}
        links={[
          { to: "/developers/keys", text: apiKeys.title },
          { to: "/developers/webhooks", text: webhooks.title },
        ]}
      />
      {children}
    </Page>
  );
}
