import { defineEntity, p } from "@mikro-orm/core";

/** An audit entry that is not in the security journal yet; a trigger adds it with the entry. */
const WaitingJournalEntrySchema = defineEntity({
  name: "WaitingJournalEntry",
  tableName: "journal_waiting",
  properties: { auditId: p.text().primary() },
});
export class WaitingJournalEntry extends WaitingJournalEntrySchema.class {}
WaitingJournalEntrySchema.setClass(WaitingJournalEntry);

/** End of the security journal: its last file, and the hash of its last line. One row. */
const JournalHeadSchema = defineEntity({
  name: "JournalHead",
  tableName: "journal_head",
  properties: {
    name: p.text().primary(),
    files: p.bigint("number"),
    hash: p.text(),
    /** Key of the last file; the folder of the journal before the first one. */
    lastKey: p.text(),
  },
});
export class JournalHead extends JournalHeadSchema.class {}
JournalHeadSchema.setClass(JournalHead);
