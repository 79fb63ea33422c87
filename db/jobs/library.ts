import type { EntityManager } from "#db/orm.ts";
import type { PreviewContent } from "#domain/jobs/preview.ts";
import type { ContentType } from "#domain/requests/capability.ts";

import { toQueryOf, toWordQuery } from "./job-words.ts";

/** Output or asset of an organization, with its preview. */
export interface LibraryFile {
  readonly id: string;
  readonly jobId: string | null;
  readonly capability: string | null;
  readonly modelId: string | null;
  /** Title of the job or prompt of an output, name of an asset. */
  readonly title: string | null;
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly preview: PreviewContent | null;
  readonly isPreviewDue: boolean;
}

export interface LibraryFilter {
  readonly kind?: ContentType | undefined;
  readonly modelId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly source?: "generated" | "uploaded" | undefined;
  /** Finds outputs as jobs are found by `toWordQuery`, and assets whose name contains each term. */
  readonly search?: string | undefined;
  /** Label of the job. */
  readonly label?: string | undefined;
}

/**
 * Lists the kept files of an organization, newest first: outputs of completed jobs, and assets. An asset that copies an
 * output is left out while the output is kept. Files without a preview get one, which is made later.
 */
export async function listLibrary(
  em: EntityManager,
  {
    organizationId,
    filter,
    limit,
    beforeId,
  }: {
    organizationId: string;
    filter: LibraryFilter;
    limit: number;
    /** Id of an output or an asset; both have the same form after their prefixes. */
    beforeId: string | undefined;
  },
): Promise<LibraryFile[]> {
  const { kind, modelId, jobId, source, search, label } = filter;
  const family = kind === undefined ? null : `${kind === "3d" ? "model" : kind}/%`;
  const words = search === undefined ? undefined : await toWordQuery(em, search);
  const hasOutputs = source !== "uploaded" && words !== null;
  const hasAssets =
    source !== "generated" && modelId === undefined && jobId === undefined && label === undefined;
  const matched = [
    ...(words == null ? [] : [["j.words @@ ?::tsquery", toQueryOf(organizationId, words)]]),
    ...(label === undefined ? [] : [["j.labels @> array[?]::text[] and j.labels <> '{}'", label]]),
  ];
  // Like `newestFirst` of jobs: an order without an index makes PostgreSQL use the index of terms or labels.
  const order = matched.length === 0 ? "o.id" : "o.id || ''";
  const parts = search === undefined ? null : JSON.stringify(search.toLowerCase().split(/\s+/));
  const before = beforeId === undefined ? null : beforeId.slice(prefixLength);
  const common = [organizationId, before, before, family, family];
  const model = modelId ?? null;
  const job = jobId ?? null;
  const values = matched.map(([, value]) => value);
  const ofOutputs = [hasOutputs, ...common, model, model, job, job, ...values, limit];
  const ofAssets = [hasAssets, ...common, parts, parts, limit];
  const rows = await em.execute<FileRow[]>(
    `select f.*, p.content as preview, p.file_id is null as is_unknown, p.due_at is not null as is_due
     from (
       (select o.id, o.job_id, j.capability, j.model_id,
          coalesce(j.title, j.request ->> 'prompt', j.intent ->> 'subject', j.request ->> 'message') as title,
          o.storage_key, o.content_type, o.bytes, o.width, o.height, o.duration_seconds, o.created_at, o.expires_at
        from outputs o join jobs j on j.id = o.job_id
        where ?::boolean and o.organization_id = ? and o.deleted_at is null and o.expires_at > now()
          and j.status = 'completed' and j.deleted_at is null
          and (?::text is null or o.id < 'out_' || ?) and (?::text is null or o.content_type like ?)
          and (?::text is null or j.model_id = ?) and (?::text is null or o.job_id = ?)
          ${matched.map(([condition]) => `and ${condition}`).join(" ")}
        order by ${order} desc limit ?)
       union all
       (select a.id, null, null, null, a.name,
          a.storage_key, a.content_type, a.bytes, a.width, a.height, a.duration_seconds, a.created_at, a.expires_at
        from assets a
        where ?::boolean and a.organization_id = ? and a.deleted_at is null and a.expires_at > now()
          and (?::text is null or a.id < 'ast_' || ?) and (?::text is null or a.content_type like ?)
          and not exists (
            select 1 from outputs o
            where o.id = a.output_id and o.deleted_at is null and o.expires_at > now())
          and (?::jsonb is null or not exists (
            select 1 from jsonb_array_elements_text(?) as part
            where strpos(lower(coalesce(a.name, '')), part) = 0))
        order by a.id desc limit ?)) f
     left join previews p on p.file_id = f.id and p.organization_id = ?
     order by substr(f.id, ${prefixLength + 1}) desc limit ?`,
    [...ofOutputs, ...ofAssets, organizationId, limit],
  );
  await wantPreviews(em, organizationId, rows);
  return rows.map(toFile);
}

const prefixLength = "out_".length;

interface FileRow {
  readonly id: string;
  readonly job_id: string | null;
  readonly capability: string | null;
  readonly model_id: string | null;
  readonly title: string | null;
  readonly storage_key: string;
  readonly content_type: string;
  readonly bytes: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_seconds: number | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly preview: PreviewContent | null;
  readonly is_unknown: boolean;
  readonly is_due: boolean;
}

function toFile(row: FileRow): LibraryFile {
  return {
    id: row.id,
    jobId: row.job_id,
    capability: row.capability,
    modelId: row.model_id,
    title: row.title,
    contentType: row.content_type,
    bytes: Number(row.bytes),
    width: row.width,
    height: row.height,
    durationSeconds: row.duration_seconds,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    preview: row.preview,
    isPreviewDue: row.is_due || isUnknown(row),
  };
}

/** Files from before previews existed have no row. */
const isUnknown = ({ is_unknown, content_type }: FileRow) =>
  is_unknown && /^(?:image|video|audio)\//.test(content_type);

async function wantPreviews(
  em: EntityManager,
  organizationId: string,
  rows: readonly FileRow[],
): Promise<void> {
  const unknown = rows.filter(isUnknown);
  if (unknown.length === 0) return;
  await em.execute(
    `insert into previews (file_id, organization_id, storage_key, content_type, duration_seconds, due_at)
     select id, ?, storage_key, content_type, duration_seconds, now()
     from jsonb_to_recordset(?::jsonb)
       as f (id text, storage_key text, content_type text, duration_seconds double precision)
     where exists (select 1 from outputs o where o.id = f.id and o.deleted_at is null)
       or exists (select 1 from assets a where a.id = f.id and a.deleted_at is null)
     on conflict do nothing`,
    [organizationId, JSON.stringify(unknown)],
  );
}
