import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";

import {
  type AccessDecision,
  authorizationPath,
  decideAccess,
  readAccessRequest,
} from "#contract/access-requests.ts";
import { useWrite } from "#contract/use-write.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { Page } from "#ui/page.tsx";
import * as connectTexts from "#words/en/connect.ts";
import { useWords } from "#words/words.ts";

import { AccessRequestForm } from "./access-request-form.tsx";

/** Decision about the request of a program that has sent the browser here. The browser then goes back to the program. */
export function ConnectPage() {
  const { connect } = useWords(connectTexts);
  const { requestId } = useParams({ from: "/shell/connect/$requestId" });
  const path = authorizationPath(requestId);
  const query = useQuery(readAccessRequest(path));
  const { send, isSending, problem } = useWrite(
    async (decision: AccessDecision) => decideAccess(path, decision),
    {
      stale: ["listApiKeys"],
      onDone: (location) => {
        if (location !== null) globalThis.location.replace(location);
      },
    },
  );
  const name = query.data?.clientName;
  return (
    <Page title={name === undefined ? connect.titleUnknown : connect.title(name)}>
      <Loaded query={query} height="24rem">
        {(request) => (
          <AccessRequestForm
            request={request}
            isSending={isSending}
            problem={problem}
            onDecide={send}
          />
        )}
      </Loaded>
    </Page>
  );
}
