import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components";

import {
  type AccessDecision,
  decideAccess,
  devicePath,
  readAccessRequest,
} from "#contract/access-requests.ts";
import { useWrite } from "#contract/use-write.ts";
import { fieldText } from "#page-parts/field-text.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as connectTexts from "#words/en/connect.ts";
import { useWords } from "#words/words.ts";

import { AccessRequestForm } from "./access-request-form.tsx";

import styles from "./developers.module.css";

/** Decision about the request of a program elsewhere, such as a terminal, by the code that it shows. */
export function DevicePage() {
  const { connect } = useWords(connectTexts);
  const { user_code: userCode } = useSearch({ from: "/shell/device" });
  return (
    <Page title={connect.deviceTitle}>
      {userCode === undefined ? <CodeForm /> : <DeviceRequest userCode={userCode} />}
    </Page>
  );
}

function CodeForm() {
  const { connect } = useWords(connectTexts);
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const userCode = fieldText(new FormData(event.currentTarget), "userCode").trim();
    if (userCode !== "") void navigate({ to: "/device", search: { user_code: userCode } });
  };
  return (
    <Form className={styles.request ?? ""} onSubmit={submit}>
      <TextField
        label={connect.code}
        hint={connect.codeHint}
        name="userCode"
        autoComplete="off"
        maxLength={40}
        isRequired
      />
      <Button type="submit" look="primary">
        {connect.continue}
      </Button>
    </Form>
  );
}

function DeviceRequest({ userCode }: { readonly userCode: string }) {
  const { connect } = useWords(connectTexts);
  const [decided, setDecided] = useState<"allow" | "deny" | null>(null);
  const path = devicePath(userCode);
  const query = useQuery(readAccessRequest(path));
  const { send, isSending, problem } = useWrite(
    async (decision: AccessDecision) => {
      await decideAccess(path, decision);
      return decision.decision;
    },
    { stale: ["listApiKeys"], onDone: setDecided },
  );
  if (decided === "allow") {
    return <EmptyState title={connect.allowed} text={connect.allowedText} />;
  }
  if (decided === "deny") return <EmptyState title={connect.denied} text={connect.deniedText} />;
  return (
    <Loaded query={query} height="24rem">
      {(request) => (
        <AccessRequestForm
          request={request}
          note={connect.sameCode(userCode)}
          isSending={isSending}
          problem={problem}
          onDecide={send}
        />
      )}
    </Loaded>
  );
}
