import { Migration } from "@mikro-orm/migrations";

/** Indexes the messages of conversations. Other jobs have no entry in this index. */
export class Migration0060ConversationJobs extends Migration {
  override up(): void {
    this.addSql(
      `create index concurrently jobs_conversation_index on jobs (conversation_id, id)
       where conversation_id is not null`,
    );
  }

  override isTransactional(): boolean {
    return false;
  }
}
