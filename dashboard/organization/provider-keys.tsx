import type {
  OrganizationDetails,
  Provider,
  ProviderKeys as KeyChange,
  ResponseOf,
} from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { read } from "#contract/queries.ts";
import type { Tagged } from "#contract/tagged.ts";
import { useWrite } from "#contract/use-write.ts";
import { fieldText } from "#page-parts/field-text.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { Loaded } from "#page-parts/loaded.tsx";
import { Section } from "#page-parts/section.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { TextField } from "#ui/text-field.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as organizationTexts from "#words/en/organization.ts";
import { formatDate } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./organization.module.css";

/** The organization's keys at providers, whose values are never shown. */
export function ProviderKeys({
  details,
  canManage,
}: {
  readonly details: Tagged<OrganizationDetails>;
  readonly canManage: boolean;
}) {
  const { organization } = useWords(organizationTexts);
  const providers = useQuery(read("listProviders", {}));
  const [changed, setChanged] = useState<{ provider: Provider; isRemoval: boolean } | null>(null);
  const keys = new Map(details.value.providerKeys.map((key) => [key.provider, key]));
  return (
    <Section title={organization.providerKeys} text={organization.providerKeysText}>
      <Loaded query={providers}>
        {({ data }: ResponseOf<"listProviders">) => (
          <Table
            label={organization.providerKeys}
            items={data.filter(({ slug }) => slug !== "studio")}
            idOf={({ slug }) => slug}
            columns={[
              { id: "provider", label: organization.provider, render: ({ name }) => name },
              {
                id: "key",
                label: organization.providerKey,
                isDetail: true,
                render: ({ slug, configured }) => {
                  const key = keys.get(slug);
                  if (key !== undefined) return <code>…{key.last4 ?? "????"}</code>;
                  return configured && <Badge>{organization.noKey}</Badge>;
                },
              },
              {
                id: "set",
                label: organization.setOn,
                isDetail: true,
                render: ({ slug }) => {
                  const key = keys.get(slug);
                  return key !== undefined && formatDate(key.setAt);
                },
              },
              {
                id: "actions",
                label: organization.actions,
                isNumber: true,
                render: (provider) =>
                  canManage && (
                    <span className={styles.actions}>
                      <Button
                        look="quiet"
                        aria-label={`${keys.has(provider.slug) ? organization.replaceKey : organization.setKey}: ${provider.name}`}
                        onPress={() => setChanged({ provider, isRemoval: false })}
                      >
                        {keys.has(provider.slug) ? organization.replaceKey : organization.setKey}
                      </Button>
                      {keys.has(provider.slug) && (
                        <Button
                          look="quiet"
                          aria-label={`${organization.removeKey}: ${provider.name}`}
                          onPress={() => setChanged({ provider, isRemoval: true })}
                        >
                          {organization.removeKey}
                        </Button>
                      )}
                    </span>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {changed !== null && (
        <ProviderKeyDialog {...changed} details={details} onClose={() => setChanged(null)} />
      )}
    </Section>
  );
}

function ProviderKeyDialog({
  provider: { slug, name },
  isRemoval,
  details: { value, etag },
  onClose,
}: {
  readonly provider: Provider;
  readonly isRemoval: boolean;
  readonly details: Tagged<OrganizationDetails>;
  readonly onClose: () => void;
}) {
  const { organization } = useWords(organizationTexts);
  const { send, isSending, problem } = useWrite(
    async (providerKeys: KeyChange) =>
      engine.request(
        "updateOrganization",
        { path: { orgId: value.organizationId }, body: { providerKeys } },
        { ifMatch: etag },
      ),
    {
      stale: ["getOrganization", "listProviders", "listModels"],
      onDone: () => {
        showToast(organization.keyChanged);
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={organization.setKeyTitle(name)}
      submit={isRemoval ? organization.removeKey : organization.save}
      look={isRemoval ? "danger" : "primary"}
      isSending={isSending}
      problem={problem}
      onSubmit={(fields) => send({ [slug]: isRemoval ? null : fieldText(fields, "key") })}
      onClose={onClose}
    >
      {isRemoval ? (
        <p>{organization.removeKeyText}</p>
      ) : (
        <TextField
          label={organization.providerKey}
          name="key"
          type="password"
          autoComplete="off"
          isRequired
        />
      )}
    </FormDialog>
  );
}
