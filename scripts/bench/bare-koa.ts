import Koa from "koa";
import { Pool } from "pg";

/**
 * The baselines: Koa and one statement. A POST is a JSON body and an INSERT, `/jobs/<id>` a SELECT by primary
 * key, any other GET nothing. Without validation, authentication and rate limits.
 */
const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
pool.on("error", () => undefined);
await pool.query(
  "create table if not exists bare_jobs (id bigserial primary key, request jsonb, created_at timestamptz default now())",
);

const app = new Koa();
app.use(async (context) => {
  if (context.path.startsWith("/jobs/")) {
    const { rows } = await pool.query("select * from jobs where id = $1", [context.path.slice(6)]);
    context.body = rows[0];
    return;
  }
  if (context.method === "GET") {
    context.body = { status: "ready" };
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of context.req) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("utf8");
  const { rows } = await pool.query<{ id: string }>(
    "insert into bare_jobs (request) values ($1) returning id",
    [JSON.stringify(JSON.parse(body))],
  );
  context.status = 202;
  context.body = { jobId: rows[0]?.id, status: "queued" };
});
app.listen(Number(process.env["PORT"]), "127.0.0.1");
process.stdin.resume().once("end", () => process.exit(0));
