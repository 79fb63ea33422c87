/** Value of `conversationId` in a message that starts a conversation. */
export const newConversation = "new";

/** Conversation that a job has started, or can start when a later message names it. */
export function conversationIdOf(jobId: string): string {
  return jobId.replace(/^job_/, "cnv_");
}

/** Job with which a conversation started. */
export function firstJobIdOf(conversationId: string): string {
  return conversationId.replace(/^cnv_/, "job_");
}
