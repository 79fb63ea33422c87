import type { OrganizationDetails } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { readTagged, type Tagged } from "#contract/tagged.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import * as organizationTexts from "#words/en/organization.ts";
import { useWords } from "#words/words.ts";

import { OrganizationForm } from "./organization-form.tsx";
import { OrganizationFrame } from "./organization-frame.tsx";
import { ProviderKeys } from "./provider-keys.tsx";

/** Name, budget, alerts and provider keys. */
export function SettingsPage() {
  const { organization } = useWords(organizationTexts);
  return (
    <OrganizationFrame title={organization.settings} needs="org:read">
      {({ permissions, organization: { organizationId } }) => (
        <Settings orgId={organizationId} canManage={permissions.includes("org:manage")} />
      )}
    </OrganizationFrame>
  );
}

function Settings({ orgId, canManage }: { readonly orgId: string; readonly canManage: boolean }) {
  const query = useQuery(readTagged("getOrganization", { path: { orgId } }));
  return (
    <Loaded query={query} height="24rem">
      {(details: Tagged<OrganizationDetails>) => (
        <>
          <OrganizationForm key={details.etag} details={details} canManage={canManage} />
          <ProviderKeys details={details} canManage={canManage} />
        </>
      )}
    </Loaded>
  );
}
