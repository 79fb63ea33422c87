import { createJob } from "#db/jobs/jobs.ts";
import type { MikroORM } from "#db/orm.ts";
import { conversationIdOf } from "#domain/conversations/conversation-id.ts";
import type { TestOrganization } from "#test/support/accounts/organization.ts";

import { newPicture } from "./jobs.ts";

/** Creates a conversation of two queued messages and returns its id. */
export async function createTestConversation(
  orm: MikroORM,
  owner: Pick<TestOrganization, "organizationId" | "accountId">,
): Promise<string> {
  const message = { ...newPicture(owner), source: "chat" as const };
  const first = await createJob(orm.em.fork(), { ...message, conversation: "new" });
  const conversation = conversationIdOf(first.jobId);
  await createJob(orm.em.fork(), { ...message, conversation });
  return conversation;
}
