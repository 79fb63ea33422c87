import type { ListedUser, RequestInput } from "@gme/client";
import { useState } from "react";

import { engine } from "#contract/engine.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import { ChangeDialog, type Shown } from "./change-dialog.tsx";
import { useChange } from "./use-change.ts";

import styles from "./admin.module.css";

type Body = RequestInput<"updateUser">["body"];

interface Rights {
  readonly isSuspended: boolean;
  readonly isOperator: boolean;
}

/** Suspends or reinstates a person, or changes the operator role. */
export function UserChangeDialog({
  user,
  onClose,
}: {
  readonly user: ListedUser;
  readonly onClose: () => void;
}) {
  const words = useWords(adminTexts);
  const { admin } = words;
  const { userId, email, displayName } = user;
  const [rights, setRights] = useState(() => rightsOf(user));
  const { send, isSending, problem, present } = useChange<ListedUser, Body>({
    shown: user,
    write: async (body, etag) =>
      engine.request("updateUser", { path: { userId }, body }, { ifMatch: etag }),
    reload: async () => {
      const { data } = await engine.request("listUsers", { query: { search: userId, limit: 1 } });
      return data[0];
    },
    stale: ["listUsers"],
    onDone: onClose,
  });
  return (
    <ChangeDialog
      title={displayName ?? email}
      isSending={isSending}
      problem={problem}
      conflict={
        present === null
          ? null
          : { mine: shownOf(rights, words), present: shownOf(rightsOf(present), words) }
      }
      onSubmit={(reason) => send(toBody(rights, present ?? user, reason))}
      onClose={onClose}
    >
      <p className={styles.note}>{admin.noPrompts}</p>
      <Checkbox
        isSelected={rights.isSuspended}
        onChange={(isSuspended) => setRights({ ...rights, isSuspended })}
      >
        {textOf(admin.statuses, "suspended")}
      </Checkbox>
      <p className={styles.note}>{admin.suspendText}</p>
      <Checkbox
        isSelected={rights.isOperator}
        onChange={(isOperator) => setRights({ ...rights, isOperator })}
      >
        {admin.isOperator}
      </Checkbox>
    </ChangeDialog>
  );
}

function rightsOf({ status, isOperator }: ListedUser): Rights {
  return { isSuspended: status === "suspended", isOperator };
}

/** Only what differs, because the reason of a suspension that goes on stays. */
function toBody(rights: Rights, user: ListedUser, reason: string): Body {
  const former = rightsOf(user);
  return {
    ...(rights.isSuspended === former.isSuspended
      ? {}
      : { status: rights.isSuspended ? ("suspended" as const) : ("active" as const) }),
    ...(rights.isOperator === former.isOperator ? {} : { isOperator: rights.isOperator }),
    reason,
  };
}

function shownOf(
  { isSuspended, isOperator }: Rights,
  { admin, values }: Pick<Words, "admin" | "values">,
): Shown {
  return [
    [admin.status, textOf(admin.statuses, isSuspended ? "suspended" : "active")],
    [admin.operator, isOperator ? values.yes : values.no],
  ];
}
