import { SubNavigation } from "#page-parts/sub-navigation.tsx";
import { Page, type PageProps } from "#ui/page.tsx";
import { useWords } from "#words/words.ts";

/** Frame of the pages for developers. */
export function DevelopersPage({ title, actions, children }: PageProps) {
  const { shell, apiKeys, webhooks } = useWords();
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
