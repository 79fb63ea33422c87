import { Preview } from "#db/entities/preview.ts";
import type { EntityManager } from "#db/orm.ts";
import type { PreviewContent } from "#domain/jobs/preview.ts";

/** A process that decodes a hostile file may crash; after this many attempts the file has no preview. */
const attemptsMax = 3;
/** Longer than a worker spends on one file. Another worker takes over when the first one has died. */
const leaseSeconds = 300;

export interface DuePreview {
  /** Id of an output or an asset. */
  readonly fileId: string;
  readonly storageKey: string;
  readonly contentType: string;
  readonly durationSeconds: number | null;
}

/** Claims the newest preview that is due; concurrent workers claim different ones. Null when none is due. */
export async function claimPreview(em: EntityManager): Promise<DuePreview | null> {
  const [row] = await em.execute<
    {
      file_id: string;
      storage_key: string;
      content_type: string;
      duration_seconds: number | null;
    }[]
  >(
    `update previews set attempts = attempts + 1,
       due_at = case when attempts + 1 < ${attemptsMax} then now() + interval '${leaseSeconds} seconds' end
     where file_id = (
       select file_id from previews where due_at <= now()
       order by due_at desc limit 1 for update skip locked)
     returning file_id, storage_key, content_type, duration_seconds`,
  );
  if (row === undefined) return null;
  const { file_id: fileId, storage_key: storageKey, content_type: contentType } = row;
  return { fileId, storageKey, contentType, durationSeconds: row.duration_seconds };
}

/** Records a preview. Returns false for a deleted file, whose preview is not needed. */
export async function savePreview(
  em: EntityManager,
  fileId: string,
  content: PreviewContent,
): Promise<boolean> {
  return (await em.nativeUpdate(Preview, { fileId }, { content, dueAt: null })) > 0;
}

/** Makes a claimed preview due again, for a worker that stops. */
export async function releasePreview(em: EntityManager, fileId: string): Promise<void> {
  await em.execute(
    `update previews set due_at = now(), attempts = attempts - 1 where file_id = ? and content is null`,
    [fileId],
  );
}

export type FilePreview = Pick<Preview, "fileId" | "storageKey" | "dueAt" | "content">;

/** Previews of files of an organization, in the order of the ids. Files without a preview are left out. */
export async function findPreviews(
  em: EntityManager,
  { fileIds, organizationId }: { fileIds: readonly string[]; organizationId: string },
): Promise<readonly FilePreview[]> {
  const rows = await em.find(Preview, { fileId: { $in: [...fileIds] }, organizationId });
  const byId = new Map(rows.map((row) => [row.fileId, row]));
  return fileIds.flatMap((id) => byId.get(id) ?? []);
}
