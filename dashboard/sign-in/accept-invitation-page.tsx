import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { engine } from "#contract/engine.ts";
import { fragment } from "#contract/fragment.ts";
import { queryClient } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { useWords } from "#words/words.ts";

/** In the shell, because only the invited person may accept; sign-in comes back here. */
export function AcceptInvitationPage() {
  const { signIn, notFound } = useWords();
  const invitationId = fragment.get("invitation");
  const token = fragment.get("token");
  const accept = useMutation({
    mutationFn: async (path: { invitationId: string; token: string }) =>
      engine.request("acceptInvitation", {
        path: { invitationId: path.invitationId },
        body: { token: path.token },
      }),
    onSuccess: async () => queryClient.invalidateQueries(),
  });
  if (invitationId === undefined || token === undefined) {
    return (
      <Page title={signIn.inviteTitle}>
        <EmptyState title={signIn.missingToken} text={signIn.missingTokenText} />
      </Page>
    );
  }
  if (accept.data !== undefined) {
    return (
      <Page title={signIn.inviteDone}>
        <EmptyState title={signIn.inviteDone} text={signIn.inviteDoneText(accept.data.name)}>
          <Link to="/create">{notFound.action}</Link>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={signIn.inviteTitle}>
      {accept.error !== null && <ProblemNotice problem={toProblem(accept.error)} />}
      <EmptyState title={signIn.inviteTitle} text={signIn.inviteText}>
        <Button
          look="primary"
          isPending={accept.isPending}
          onPress={() => accept.mutate({ invitationId, token })}
        >
          {signIn.inviteSubmit}
        </Button>
      </EmptyState>
    </Page>
  );
}
