import { readFileSync } from "node:fs";

import { z } from "zod";

import { providers } from "#catalog/index.ts";
import { type OwnCatalog, readModelsFile } from "#catalog/own/read-models-file.ts";
import { listProviderSettings } from "#catalog/provider-settings.ts";
import { parseOffers } from "#domain/billing/offers.ts";
import { workerGroups } from "#domain/task-queues.ts";

/** Validation of the settings. Their descriptions also generate the documentation. */
const port = z.coerce.number().int().min(1).max(65_535);
const url = z.url({ protocol: /^https?$/ });
const hasUser = (address: string) => URL.parse(address)?.username !== "";
/** Tokens are put into the URL's fragment, so it must not have a fragment itself. */
const frontendUrl = url.refine(
  (address) => /^[\x21-\x7e]+$/.test(address) && !address.includes("#") && !hasUser(address),
  { message: "must be ASCII (xn--… for other names), without a fragment or a user name" },
);
const secret = z.string().min(1);
const text = z.string().min(1);
const secretLengthMin = 32;
/** Secrets separated by commas. */
const secrets = z
  .string()
  .default("")
  .transform((list) => list.split(",").flatMap((word) => word.trim() || []))
  .pipe(z.array(z.string().min(secretLengthMin)).max(5))
  .readonly();
const flag = z.enum(["0", "1"]).transform((word) => word === "1");
const number = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Pairs of the form `name=value`, separated by commas and percent-encoded, as OpenTelemetry defines them. */
const keyValues = z.string().transform((list, context) => {
  try {
    return Object.fromEntries(
      list.split(",").flatMap((pair) => {
        if (pair.trim() === "") return [];
        const at = pair.indexOf("=");
        if (at < 1) throw new Error("not a pair");
        return [
          [
            decodeURIComponent(pair.slice(0, at).trim()),
            decodeURIComponent(pair.slice(at + 1).trim()),
          ],
        ];
      }),
    );
  } catch {
    context.addIssue({ code: "custom", message: "must be name=value, separated by commas" });
    return z.NEVER;
  }
});

/** Values of `OTEL_TRACES_SAMPLER`. */
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const withoutSlash = (address: string) => address.replace(/\/+$/, "");
const publicGithub = "https://github.com";
const publicGithubApi = "https://api.github.com";

const schema = z.object({
  PORT: port.default(8080).describe("Port of the API."),
  HOST: text
    .default("127.0.0.1")
    .describe("IP address that the API listens on. 0.0.0.0 in a container."),
  INTERNAL_PORT: port
    .default(8081)
    .describe(
      "Port of the API's probes (/live, /ready) and metrics (/metrics), without credential.",
    ),
  WORKER_INTERNAL_PORT: port
    .default(8082)
    .describe(
      "Port of the worker's probes (/live, /ready) and metrics (/metrics), without credential.",
    ),
  EXPORTER_PORT: port
    .default(8084)
    .describe("Port of the exporter's probes and metrics (/metrics), without credential."),
  REQUIRE_SYNC_STANDBY: flag
    .default(false)
    .describe(
      "1 holds back paid requests while PostgreSQL has no synchronous standby, because a failover may then lose the commit that keeps a request from being paid twice (docs/operations.md). The role needs pg_monitor.",
    ),
  ENGINE_METRICS: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "Gauges of the whole engine in the metrics of this API process. off leaves them out when an exporter measures them (docs/operations.md).",
    ),
  INTERNAL_HOST: text
    .default("127.0.0.1")
    .describe("IP address that the internal ports listen on. Never expose them to the internet."),
  PUBLIC_URL: url
    .optional()
    .describe("URL at which callers reach the API. Default: http://localhost:<PORT>."),
  DATA_DIR: text
    .default(".data")
    .describe("Folder of everything that must survive: embedded databases, files, keys, logs."),
  CACHE_DIR: text
    .default(".cache")
    .describe("Folder of what was fetched once and can be fetched again: the Temporal binary."),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe("PostgreSQL 15 or newer. Without it `npm start` brings its own."),
  DATABASE_POOL_MAX: number(1, 500)
    .default(20)
    .describe("Connections per process. A worker has four more, for the responses of providers."),
  DATABASE_STATEMENT_MS: number(1_000, 120_000)
    .default(15_000)
    .describe(
      "Time limit for one statement of PostgreSQL. After it the connection is closed, and the request fails with 503.",
    ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe(
      "Redis 6 or newer, or Valkey, that counts the rate limits instead of PostgreSQL; rediss:// for TLS.",
    ),
  REDIS_KEY_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9:_-]{1,50}$/)
    .default("gme:")
    .describe(
      "Prefix of the engine's keys in Redis, for a Redis that is shared with other programs.",
    ),
  TEMPORAL_ADDRESS: text
    .optional()
    .describe("Temporal server as host:port. Without it `npm start` brings its own."),
  TEMPORAL_NAMESPACE: text.default("default").describe("Temporal namespace of the engine."),
  TEMPORAL_API_KEY: secret
    .optional()
    .describe("API key for Temporal, such as one of Temporal Cloud. The connection then uses TLS."),
  TEMPORAL_TLS: flag
    .default(false)
    .describe("1 connects to Temporal with TLS. The four settings below imply it, too."),
  TEMPORAL_TLS_CLIENT_CERT_PATH: text
    .optional()
    .describe("File with the client certificate for Temporal (mTLS), in PEM format."),
  TEMPORAL_TLS_CLIENT_KEY_PATH: text
    .optional()
    .describe("File with the private key of TEMPORAL_TLS_CLIENT_CERT_PATH, in PEM format."),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: text
    .optional()
    .describe(
      "File with the certificates, in PEM format, that sign the certificate of the Temporal server. Default: the public authorities.",
    ),
  TEMPORAL_TLS_SERVER_NAME: text
    .optional()
    .describe(
      "Host name in the certificate of the Temporal server. Default: the host name of TEMPORAL_ADDRESS.",
    ),
  TEMPORAL_RETENTION_HOURS: number(24, 8_760)
    .default(72)
    .describe(
      "Time for which Temporal keeps ended runs, in the namespaces that `npm run temporal:setup` registers. Jobs are in PostgreSQL and do not depend on it.",
    ),
  TEMPORAL_MAINTENANCE_NAMESPACE: text
    .optional()
    .describe(
      "Temporal namespace of recurring work, so that the list of workflows in TEMPORAL_NAMESPACE shows jobs instead of thousands of short runs. `npm start` with its own Temporal uses `gme-maintenance`, otherwise TEMPORAL_NAMESPACE is the default.",
    ),
  TEMPORAL_DEPLOYMENT_NAME: text
    .optional()
    .describe(
      "Name of the Worker Deployment. Together with TEMPORAL_WORKER_BUILD_ID it pins a job to the version of the worker that began it.",
    ),
  TEMPORAL_WORKER_BUILD_ID: text
    .optional()
    .describe(
      "Version of this worker in its Worker Deployment: a commit or the digest of an image. Both or neither must be set.",
    ),
  TEMPORAL_UI_URL: url.optional().describe("URL of the Temporal UI, for links to workflow runs."),
  STUDIO_URL: url
    .optional()
    .describe("URL of studio, the embedded provider. If it is not set, `npm start` starts one."),
  STUDIO_PORT: port
    .optional()
    .describe("Port of studio. Default: 8090 alone, a free one under `npm start`."),
  STUDIO_DIR: text
    .optional()
    .describe("Folder of studio's queue and results. Default: <DATA_DIR>/studio."),
  STUDIO_MODELS_DIR: text
    .optional()
    .describe("Folder of studio's neural models. Default: <CACHE_DIR>/studio-models."),
  PREVIEWS: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "Workers make small images of outputs and assets for the dashboard and for MCP clients. off leaves both without them; set it for APIs, too, which then do not wait for a preview.",
    ),
  FFMPEG_PATH: text
    .optional()
    .describe(
      "The ffmpeg that studio and previews use. Default: the one on PATH, else the one that npm brought.",
    ),
  PROVENANCE: z
    .enum(["keep", "mark", "sign"])
    .default("keep")
    .describe(
      "Marks of generated files that say that they are made by AI. keep leaves files as providers return them; mark adds the IPTC property Digital Source Type where a file has no mark; sign adds signed Content Credentials (C2PA), too (docs/provenance.md).",
    ),
  PROVENANCE_CERT: text
    .optional()
    .describe(
      "File of the certificate chain for PROVENANCE=sign: PEM, the signing certificate first; for workers.",
    ),
  PROVENANCE_KEY: text.optional().describe("File of the private key of PROVENANCE_CERT, in PEM."),
  PROVENANCE_TSA_URL: url
    .optional()
    .describe(
      "Time-stamp service (RFC 3161) for PROVENANCE=sign. Without a time stamp a signature is valid as long as its certificate.",
    ),
  BLOCKLIST_FILE: text
    .optional()
    .describe(
      "File of terms that no request may have, one a line; for API and workers (docs/safety.md).",
    ),
  MODERATION_URL: url
    .optional()
    .describe(
      "Base URL of a moderation service in OpenAI's form, such as https://api.openai.com/v1; for API and workers. It receives the texts of requests.",
    ),
  MODERATION_API_KEY: secret.optional().describe("API key for MODERATION_URL."),
  MODERATION_MODEL: text
    .default("omni-moderation-latest")
    .describe("Model that MODERATION_URL is asked for."),
  MODERATION_ALLOW: z
    .string()
    .default("")
    .transform((names) => names.split(",").flatMap((name) => name.trim() || []))
    .describe(
      "Categories of the moderation service that are not refused, separated by commas. `sexual/minors` is always refused.",
    ),
  HASH_MATCH_URL: url
    .optional()
    .describe(
      "Endpoint of a service that knows the SHA-256 hashes of illegal files; for workers. It receives hashes of inputs and outputs; a known file is quarantined.",
    ),
  HASH_MATCH_API_KEY: secret.optional().describe("API key for HASH_MATCH_URL."),
  MODERATION_FAIL: z
    .enum(["closed", "open"])
    .default("closed")
    .describe(
      "Effect of an unavailable moderation or hash-match service: closed lets jobs wait for it; open sends them to the provider unchecked after one more attempt.",
    ),
  MODERATION_TIMEOUT_MS: number(100, 20_000)
    .default(5_000)
    .describe("Longest wait for a response of the moderation or hash-match service."),
  MODERATION_IMAGES: flag
    .default(false)
    .describe(
      "1 sends input images and frames of input videos to the moderation service, too. Your users should know.",
    ),
  MODERATION_OUTPUTS: flag
    .default(false)
    .describe(
      "1 checks generated images and frames of generated videos with the moderation service. A flagged file is quarantined, and its job fails without a charge.",
    ),
  SAFETY_SUSPEND_AFTER: number(0, 1_000)
    .default(3)
    .describe(
      "Refusals for `sexual/minors` or known illegal files within 24 hours after which an organization is suspended and operators receive an email; 0 for never. For API and workers.",
    ),
  TEMPORAL_CLI: text
    .optional()
    .describe(
      "The Temporal CLI that `npm start` uses. Default: the one on PATH, else it is fetched once.",
    ),
  STORAGE_DIR: text
    .optional()
    .describe(
      "Folder of outputs and inputs; shared by all processes. With S3_BUCKET, folder of files on their way " +
        "there. Default: <DATA_DIR>/storage.",
    ),
  S3_BUCKET: text
    .optional()
    .describe(
      "Bucket of outputs and inputs, at AWS or any server that speaks S3. Without it they are in STORAGE_DIR.",
    ),
  S3_ENDPOINT: url.optional().describe("URL of the S3 server. Default: AWS."),
  S3_REGION: text.optional().describe("Region of the bucket; needed with S3_BUCKET."),
  S3_ACCESS_KEY_ID: text.optional().describe("Key id for the bucket; needed with S3_BUCKET."),
  S3_SECRET_ACCESS_KEY: secret.optional().describe("Key for the bucket; needed with S3_BUCKET."),
  S3_FORCE_PATH_STYLE: flag
    .default(false)
    .describe("1 when the server wants the bucket in the path, not in the host name."),
  S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/)
    .optional()
    .describe("Folder within the bucket, for a bucket that others use, too."),
  SIGNING_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      "Secret of signed output URLs and cursors, at least 32 characters, the same in all processes. " +
        "The embedded start keeps one in <DATA_DIR>/signing-secret.",
    ),
  SIGNING_SECRETS_OTHER: secrets.describe(
    "Further signing secrets that are accepted during a rotation, separated by commas (docs/operations.md).",
  ),
  MASTER_KEYS_OTHER: secrets.describe(
    "Further master keys that open stored secrets during a rotation, separated by commas (docs/operations.md).",
  ),
  MASTER_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      "Secret that stored secrets are encrypted under, at least 32 characters, the same in all processes. " +
        "The embedded start keeps one in <DATA_DIR>/master-key. Losing it ends all sessions.",
    ),
  ACCOUNT_GRACE_DAYS: number(0, 365)
    .default(14)
    .describe("Days during which a closed account can be reopened before its data is erased."),
  OUTPUT_URL_SECONDS: number(60, 604_800)
    .default(3_600)
    .describe("Lifetime of a signed output URL, in seconds."),
  MCP_CONFIRM_CREDITS: number(0, 1_000_000)
    .default(10)
    .describe(
      "Price in credits above which the tool `generate` of /mcp asks the person first, unless the call sets `max_credits`.",
    ),
  OPENAI_DOOR_ALIASES: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "Whether names of OpenAI's models that tools have built in, such as `dall-e-3` and `whisper-1`, mean `auto` at /openai/v1. `off` makes them unknown models.",
    ),
  OAUTH_DYNAMIC_REGISTRATION: flag
    .default(false)
    .describe(
      "1 lets programs register themselves as clients of OAuth. Without it a client is named by the URL of its metadata document.",
    ),
  FRONTEND_URLS: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((word) => word.trim() || []))
    .pipe(z.array(frontendUrl))
    .readonly()
    .describe(
      "URLs of front ends, separated by commas, compared exactly: they may receive tokens, and are the allowed " +
        "origins (CORS). The first is the default.",
    ),
  DASHBOARD: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "Serves the dashboard under PUBLIC_URL. off shows a page with hints for programs instead.",
    ),
  GOOGLE_CLIENT_ID: text
    .optional()
    .describe("Client of the sign-in with Google; see docs/sign-in.md. Without it there is none."),
  GOOGLE_CLIENT_SECRET: secret.optional().describe("Secret of the client at Google."),
  GOOGLE_ISSUER_URL: url
    .default("https://accounts.google.com")
    .describe("Issuer of the sign-in with Google: any OpenID provider with discovery."),
  GITHUB_CLIENT_ID: text
    .optional()
    .describe("Client of the sign-in with GitHub; see docs/sign-in.md. Without it there is none."),
  GITHUB_CLIENT_SECRET: secret.optional().describe("Secret of the client at GitHub."),
  GITHUB_URL: url
    .transform(withoutSlash)
    .default(publicGithub)
    .describe("GitHub, or a GitHub Enterprise Server."),
  GITHUB_API_URL: url
    .transform(withoutSlash)
    .optional()
    .describe("API of GITHUB_URL. Default: https://api.github.com, or <GITHUB_URL>/api/v3."),
  REGISTRATION: z
    .enum(["open", "closed"])
    .default("open")
    .describe("Lets anyone register with an email address and a password."),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      "Mail server as smtp://user:password@host:587 (STARTTLS, required unless it is this machine or the " +
        "address ends in ?requireTLS=false) or smtps://…:465. Without it mails are files in <DATA_DIR>/mail.",
    ),
  ABUSE_EMAIL: z
    .email()
    .optional()
    .describe(
      "Email address for reports of abuse and of vulnerabilities. The form for reports and /.well-known/security.txt show it (docs/safety.md).",
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "must be an address, or Name <address>",
    )
    .optional()
    .describe(
      "Sender of emails: an email address, or Name <email address>. Required with SMTP_URL.",
    ),
  TRUST_PROXY: flag
    .default(false)
    .describe("1 when a reverse proxy sets X-Forwarded-For and X-Forwarded-Proto."),
  CONNECTIONS_PER_ADDRESS: number(1, 100_000)
    .default(1_000)
    .describe(
      "Connections of one client IP address to one API process; more are closed. Not applied with TRUST_PROXY=1: the proxy has to limit its clients.",
    ),
  LOCAL_REQUESTS_PER_HOUR: number(1, 10_000_000)
    .default(10_000)
    .describe("Hourly limit of the local organization that the embedded start creates."),
  INPUT_BYTES_MAX: number(1, 2_147_483_647)
    .default(104_857_600)
    .describe("Largest input that is fetched or stored, in bytes."),
  OUTPUT_BYTES_MAX: number(1, 2_147_483_647)
    .default(2_147_483_647)
    .describe("Largest output that is stored, in bytes."),
  ALLOW_PRIVATE_INPUTS: flag
    .default(false)
    .describe("1 allows inputs from private addresses. For tests and closed networks only."),
  ALLOW_PRIVATE_WEBHOOKS: flag
    .default(false)
    .describe("1 lets webhooks go to private addresses. For tests and closed networks only."),
  WEBHOOK_TIMEOUT_MS: number(100, 30_000)
    .default(15_000)
    .describe("Time limit for the response of a webhook's receiver, in milliseconds."),
  LLM_MODEL: text
    .optional()
    .describe(
      "Model that reads messages, for example gpt-5-mini. Without it the embedded parser does.",
    ),
  LLM_BASE_URL: url.optional().describe("URL of an OpenAI-compatible server."),
  LLM_PROVIDER: z
    .enum(["openai", "google", "anthropic"])
    .optional()
    .describe("API that LLM_MODEL is called with. Default: inferred from the model's name."),
  LLM_API_KEY: secret
    .optional()
    .describe("Key for LLM_MODEL. Default: the key of the provider (OPENAI_API_KEY and so on)."),
  LLM_TIMEOUT_MS: number(100, 120_000).default(20_000).describe("Timeout of one LLM call."),
  CHAT_CONTEXT_TURNS: number(0, 10)
    .default(6)
    .describe(
      "Earlier messages of a conversation that LLM_MODEL receives. 0: it receives nothing of a conversation.",
    ),
  ANTHROPIC_API_KEY: secret.optional().describe("Key of Anthropic, for reading messages."),
  MODELS_FILE: text
    .optional()
    .describe(
      "Path of a YAML file with your own servers and their models; see docs/own-models.md. `npm run migrate` and `npm start` bring them into the database.",
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url
    .optional()
    .describe(
      "Base URL of an OpenTelemetry collector for traces, such as http://collector:4318; spans go to /v1/traces there (OTLP over HTTP). Without it there are no traces.",
    ),
  OTEL_EXPORTER_OTLP_HEADERS: keyValues
    .optional()
    .describe(
      "Headers for the collector as `name=value`, separated by commas, such as a key of its vendor.",
    ),
  OTEL_EXPORTER_OTLP_TIMEOUT: number(100, 60_000)
    .default(10_000)
    .describe("Time limit for sending a batch of spans, with its retries, in milliseconds."),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers)
    .default("parentbased_always_on")
    .describe(
      `Requests that are traced: ${samplers.join(", ")}. Those with parentbased_ follow the decision in the caller's \`traceparent\`.`,
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of the requests that a sampler with traceidratio traces, from 0 to 1."),
  OTEL_SERVICE_NAME: text
    .optional()
    .describe("Name of the service in the spans. Default: gme-api and gme-worker."),
  OTEL_RESOURCE_ATTRIBUTES: keyValues
    .optional()
    .describe(
      "Attributes of all spans as `name=value`, separated by commas, such as deployment.environment.name=production.",
    ),
  OTEL_BSP_MAX_QUEUE_SIZE: number(512, 1_000_000)
    .default(2_048)
    .describe("Spans that wait for the collector in a process; further ones are dropped."),
  OTEL_BSP_SCHEDULE_DELAY: number(10, 60_000)
    .default(5_000)
    .describe("Longest time that a span waits for others before it is sent, in milliseconds."),
  OTEL_SDK_DISABLED: z
    .enum(["true", "false"])
    .default("false")
    .describe("Turns traces off with true, although OTEL_EXPORTER_OTLP_ENDPOINT is set."),
  STRIPE_SECRET_KEY: secret
    .regex(/^[rs]k_(live|test)_\w+$/, "must be a secret or restricted key of Stripe")
    .optional()
    .describe(
      "Key of Stripe with which the engine sells plans and credits (docs/billing.md); for API and workers. Without it nothing is sold, and no page mentions it.",
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((word) => word.trim() || []))
    .pipe(z.array(z.string().startsWith("whsec_")).max(2))
    .readonly()
    .describe(
      "Signing secret of the webhook endpoint at Stripe; two, separated by a comma, while one is replaced.",
    ),
  STRIPE_PRICES: z
    .string()
    .default("")
    .transform((list, context) => {
      try {
        return parseOffers(list);
      } catch (error) {
        context.addIssue({ code: "custom", message: (error as Error).message });
        return z.NEVER;
      }
    })
    .describe(
      "Offers and their prices at Stripe, such as `pro=price_…,pro-yearly=price_…,team:2000=price_…,credits100=price_…`: plans paid by the month or the year, with the credits of a month after the colon, and packs of credits.",
    ),
  STRIPE_TAX: z
    .enum(["0", "1", "managed"])
    .default("0")
    .describe(
      "1 lets Stripe Tax compute taxes in the countries that you have registered there; managed sells by Stripe Managed Payments.",
    ),
  STRIPE_API_URL: url
    .default("https://api.stripe.com")
    .describe("URL of Stripe's API. For tests with a server that plays it."),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Least level of the log."),
  WORKER_SHUTDOWN_MS: number(0, 600_000)
    .default(30_000)
    .describe(
      "Time that a stopping worker gives its activities to finish, in milliseconds. A running request to a provider gets up to 300 s, because its result would be lost.",
    ),
  WORKER_QUEUES: z
    .string()
    .default(workerGroups.join(","))
    .transform((names) => names.split(",").map((name) => name.trim()))
    .pipe(z.array(z.enum(workerGroups)))
    .readonly()
    .describe(
      "Groups of task queues that this worker polls, separated by commas. Some worker must poll each group (docs/operations.md).",
    ),
  WORKER_ACTIVITY_SLOTS: number(1, 1_000)
    .default(20)
    .describe("Activities of one task queue at once in one worker."),
  RECONCILE_SECONDS: number(1, 86_400)
    .default(120)
    .describe("Interval of the check that an unfinished job still has a workflow run, in seconds."),
  SUBMISSION_UNKNOWN_SECONDS: number(1, 86_400)
    .default(1_800)
    .describe(
      "Time during which a paid request with a lost response is looked up before its job fails and is refunded.",
    ),
  REQUEST_DAYS_AFTER_FILES: number(0, 3_650)
    .default(0)
    .describe(
      "Days for which prompts and metadata stay after the days of the plan, when the files of a job are deleted. A conversation can make an expired file again as long as its request is stored.",
    ),
  JOB_EVENT_DAYS: number(0, 36_500)
    .default(400)
    .describe(
      "Days for which events of jobs are kept; a month of them is deleted when its last day is older. 0 keeps them as long as their jobs.",
    ),
  RELAY_BACKLOG_MAX: number(1, 10_000_000)
    .default(100_000)
    .describe(
      "Messages (jobs, emails) that may wait for Temporal before the API responds with 503.",
    ),
  BUILD_ID: text
    .optional()
    .describe("Deployed version, such as a commit, reported by `GET /v1/status`."),
  EVENT_STREAMS_MAX: number(1, 100_000)
    .default(5_000)
    .describe(
      "Event streams and waiting requests (Prefer: wait) that one API process keeps open; further ones get 503.",
    ),
  EVENT_STREAMS_PER_ORGANIZATION: number(1, 100_000)
    .default(500)
    .describe(
      "Event streams and waiting requests of one organization in one API process; further ones get 429.",
    ),
  EVENT_STREAMS_PER_PERSON: number(1, 100_000)
    .default(30)
    .describe(
      "Streams of an organization (`GET /app/events`) of one person or API key in one API process; further ones get 429.",
    ),
  GME_PARENT_PIPE: flag
    .default(false)
    .describe("1 ends the process when its standard input closes; set by `npm start`."),
});

const providerSettings = listProviderSettings(providers);
/** URLs of embedded providers; the schema has them. */
const embeddedSettings = providers.flatMap(({ baseUrl, setting }) =>
  baseUrl === null ? [setting] : [],
);

type Values = z.output<typeof schema>;

interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface IdentityProviderSettings {
  readonly google: (OAuthClient & { readonly issuerUrl: string }) | null;
  readonly github: (OAuthClient & { readonly url: string; readonly apiUrl: string }) | null;
}

/** Certificates and keys by which the engine and Temporal's server identify themselves. */
export interface TemporalSettings {
  readonly apiKey: string | undefined;
  /** Null: without TLS. */
  readonly tls: {
    /** Paths of the client's certificate and private key; null without mTLS. */
    readonly clientPair: { readonly certPath: string; readonly keyPath: string } | null;
    readonly serverCaPath: string | undefined;
    readonly serverName: string | undefined;
  } | null;
}

/** Collector of traces, and the requests that are traced. */
export interface TracingSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly sampler: (typeof samplers)[number];
  /** Share of the requests that a sampler with `traceidratio` traces. */
  readonly share: number;
  /** Undefined: the name of the process. */
  readonly serviceName: string | undefined;
  readonly attributes: Readonly<Record<string, string>>;
  readonly queuedSpansMax: number;
  readonly delayMs: number;
  readonly buildId: string | undefined;
}

export interface Config extends Readonly<Values> {
  readonly publicUrl: string;
  /** Temporal namespace of recurring work. */
  readonly maintenanceNamespace: string;
  readonly temporal: TemporalSettings;
  /** Default URL for people: the default front end, else the API's own pages. */
  readonly frontUrl: string;
  readonly storageFolder: string;
  /** The bucket for files; null when files are in `storageFolder`. */
  readonly s3: {
    readonly endpoint: string | undefined;
    readonly bucket: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly forcePathStyle: boolean;
    /** Empty, or ending with a slash. */
    readonly prefix: string;
  } | null;
  /** External identity providers; null for those that are not configured. */
  readonly identityProviders: IdentityProviderSettings;
  /**
   * Setting → value of the keys and URLs that are set. A provider is configured when its setting is present.
   */
  readonly providerSettings: Readonly<Record<string, string>>;
  /** Null: there are no traces. */
  readonly tracing: TracingSettings | null;
  /** Servers and models of `MODELS_FILE`; null without the setting. */
  readonly ownCatalog: OwnCatalog | null;
}

/** All problems of the environment, as sentences for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads and checks the environment. An empty variable counts as not set, because compose files and shells
 * cannot unset one. Throws `ConfigError` with every problem.
 */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter((entry) => entry[1] !== undefined && entry[1] !== ""),
  );
  const settings = readFiles(
    set,
    describeSettings().map(({ name }) => name),
  );
  const own = readOwnCatalog(settings.given);
  const ofOwnServers = readFiles(settings.given, own.catalog?.variables ?? []);
  const { given } = ofOwnServers;
  const result = schema.safeParse(given);
  const problems = [
    ...settings.problems,
    ...own.problems,
    ...ofOwnServers.problems,
    ...(result.error?.issues ?? []).map(
      (issue) => `${issue.path.join(".")}: ${issue.message.toLowerCase()}`,
    ),
    ...missingForBucket(given),
    ...missingForDeployment(given),
    ...missingForClientPair(given),
    ...missingForSignIn(given),
    ...missingForEmail(given),
    ...missingForBilling(given),
    ...wrongProviderSettings(given),
  ];
  if (!result.success || problems.length > 0) {
    throw new ConfigError(`The settings are not valid: ${problems.join("; ")}.`);
  }
  const values = result.data;
  const names = [
    ...providerSettings.map(({ name }) => name),
    ...embeddedSettings,
    ...(own.catalog?.variables ?? []),
  ];
  const keys = names.flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const publicUrl = withoutSlash(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  return Object.freeze({
    ...values,
    publicUrl,
    maintenanceNamespace: values.TEMPORAL_MAINTENANCE_NAMESPACE ?? values.TEMPORAL_NAMESPACE,
    temporal: toTemporal(values),
    tracing: toTracing(values),
    frontUrl: withoutSlash(values.FRONTEND_URLS[0] ?? publicUrl),
    storageFolder: values.STORAGE_DIR ?? `${values.DATA_DIR}/storage`,
    s3: toBucket(values),
    identityProviders: toIdentityProviders(values),
    providerSettings: Object.freeze(Object.fromEntries(keys)),
    ownCatalog: own.catalog,
  });
}

/** Reads `MODELS_FILE`; each of its problems names the place in the file. */
function readOwnCatalog({ MODELS_FILE: path }: NodeJS.ProcessEnv): {
  catalog: OwnCatalog | null;
  problems: string[];
} {
  if (path === undefined) return { catalog: null, problems: [] };
  const { own, problems } = readModelsFile(path, reservedVariables());
  return { catalog: own, problems: problems.map((problem) => `MODELS_FILE: ${path}:${problem}`) };
}

/** Environment variables that must not be sent to a server of `MODELS_FILE`. */
export function reservedVariables(): ReadonlySet<string> {
  return new Set([...describeSettings().map(({ name }) => name), ...embeddedSettings]);
}

const fileSuffix = "_FILE";
const fileBytesMax = 65_536;

/**
 * Adds the settings whose value is in a file: `X_FILE` has the path of the file with the value of `X`, as Kubernetes
 * and Docker mount secrets. Line ends at the end of the file do not belong to the value.
 */
function readFiles(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
): { given: NodeJS.ProcessEnv; problems: string[] } {
  const given = { ...environment };
  const problems: string[] = [];
  for (const name of names) {
    const fileSetting = name + fileSuffix;
    const path = environment[fileSetting];
    if (path === undefined) continue;
    if (environment[name] !== undefined) {
      problems.push(`${fileSetting}: must not be set, because ${name} is`);
      continue;
    }
    const value = readValue(path);
    if (value instanceof Error) problems.push(`${fileSetting}: ${value.message}`);
    else given[name] = value;
  }
  return { given, problems };
}

function readValue(path: string): string | Error {
  try {
    const bytes = readFileSync(path);
    if (bytes.byteLength > fileBytesMax) return new Error(`has more than ${fileBytesMax} bytes`);
    const value = bytes.toString("utf8").replace(/[\r\n]+$/, "");
    return value === "" ? new Error("is empty") : value;
  } catch (error) {
    return new Error(
      `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`,
    );
  }
}

const clientPairSettings = [
  "TEMPORAL_TLS_CLIENT_CERT_PATH",
  "TEMPORAL_TLS_CLIENT_KEY_PATH",
] as const;

/** A certificate without its key would fail at the first connection. */
function missingForClientPair(given: Readonly<Record<string, unknown>>): string[] {
  return requireTogether(clientPairSettings, given);
}

function toTemporal(values: Values): TemporalSettings {
  const {
    TEMPORAL_API_KEY: apiKey,
    TEMPORAL_TLS_CLIENT_CERT_PATH: certPath,
    TEMPORAL_TLS_CLIENT_KEY_PATH: keyPath,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: serverCaPath,
    TEMPORAL_TLS_SERVER_NAME: serverName,
  } = values;
  const implied = [apiKey, certPath, serverCaPath, serverName].some((value) => value !== undefined);
  const clientPair = certPath && keyPath ? { certPath, keyPath } : null;
  return Object.freeze({
    apiKey,
    tls: values.TEMPORAL_TLS || implied ? { clientPair, serverCaPath, serverName } : null,
  });
}

function toTracing(values: Values): TracingSettings | null {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || values.OTEL_SDK_DISABLED === "true") return null;
  return Object.freeze({
    url: `${withoutSlash(endpoint)}/v1/traces`,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
    sampler: values.OTEL_TRACES_SAMPLER,
    share: values.OTEL_TRACES_SAMPLER_ARG,
    serviceName: values.OTEL_SERVICE_NAME,
    attributes: values.OTEL_RESOURCE_ATTRIBUTES ?? {},
    queuedSpansMax: values.OTEL_BSP_MAX_QUEUE_SIZE,
    delayMs: values.OTEL_BSP_SCHEDULE_DELAY,
    buildId: values.BUILD_ID,
  });
}

const identityProviderSettings = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
] as const;

/** An incomplete client would fail at the first sign-in, which ends at the dashboard or at a front end. */
function missingForSignIn(given: Readonly<Record<string, unknown>>): string[] {
  const frontend = given["DASHBOARD"] === "off" ? ["FRONTEND_URLS"] : [];
  return identityProviderSettings.flatMap((pair) => {
    const first = pair.find((name) => given[name] !== undefined);
    return first === undefined
      ? []
      : [...pair, ...frontend]
          .filter((name) => given[name] === undefined)
          .map((name) => `${name}: must be set, because ${first} is`);
  });
}

function toIdentityProviders(values: Values): Config["identityProviders"] {
  const { GITHUB_URL } = values;
  const githubApi = GITHUB_URL === publicGithub ? publicGithubApi : `${GITHUB_URL}/api/v3`;
  return Object.freeze({
    google: toClient(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET, {
      issuerUrl: values.GOOGLE_ISSUER_URL,
    }),
    github: toClient(values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET, {
      url: GITHUB_URL,
      apiUrl: values.GITHUB_API_URL ?? githubApi,
    }),
  });
}

function toClient<Addresses>(
  clientId: string | undefined,
  clientSecret: string | undefined,
  addresses: Addresses,
): (Addresses & OAuthClient) | null {
  if (clientId === undefined || clientSecret === undefined) return null;
  return Object.freeze({ clientId, clientSecret, ...addresses });
}

const bucketSettings = [
  "S3_BUCKET",
  "S3_REGION",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
] as const;

/** With an incomplete bucket, files would silently go to the folder: each setting requires the others. */
function missingForBucket(given: Readonly<Record<string, unknown>>): string[] {
  const naming = [...bucketSettings, "S3_ENDPOINT", "S3_PREFIX"];
  const first = naming.find((name) => Object.hasOwn(given, name));
  if (first === undefined) return [];
  return bucketSettings
    .filter((name) => !Object.hasOwn(given, name))
    .map((name) => `${name}: must be set, because ${first} is`);
}

function toBucket(values: Values): Config["s3"] {
  const { S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  const isWhole = S3_BUCKET && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY;
  if (!isWhole) return null;
  return {
    endpoint: values.S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: values.S3_FORCE_PATH_STYLE,
    prefix: values.S3_PREFIX === undefined ? "" : `${values.S3_PREFIX}/`,
  };
}

const deploymentSettings = ["TEMPORAL_DEPLOYMENT_NAME", "TEMPORAL_WORKER_BUILD_ID"] as const;

/** A worker with an incomplete version would silently run unversioned. */
function missingForDeployment(given: Readonly<Record<string, unknown>>): string[] {
  return requireTogether(deploymentSettings, given);
}

/** Reports the settings that are missing although one of the same group is set. */
function requireTogether(
  group: readonly string[],
  given: Readonly<Record<string, unknown>>,
): string[] {
  const first = group.find((name) => given[name] !== undefined);
  if (first === undefined) return [];
  return group
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: must be set, because ${first} is`);
}

function wrongProviderSettings(given: Readonly<Record<string, string | undefined>>): string[] {
  return providerSettings.flatMap(({ name, requires, problemOf }) => {
    const value = given[name];
    if (value === undefined) return [];
    const problem = problemOf(value);
    return [
      ...(problem === null ? [] : [`${name}: ${problem}`]),
      ...(requires === undefined || given[requires] !== undefined
        ? []
        : [`${requires}: must be set, because ${name} is`]),
    ];
  });
}

/** Without its prices nothing can be sold, and without the secret paid credits arrive a day late. */
function missingForBilling(given: NodeJS.ProcessEnv): string[] {
  const names = ["STRIPE_WEBHOOK_SECRET", "STRIPE_PRICES"].filter(
    (name) => given["STRIPE_SECRET_KEY"] !== undefined && given[name] === undefined,
  );
  return names.map((name) => `${name}: must be set, because STRIPE_SECRET_KEY is`);
}

/** A mail server requires a sender. */
function missingForEmail(given: NodeJS.ProcessEnv): string[] {
  const isHalf = given["SMTP_URL"] !== undefined && given["MAIL_FROM"] === undefined;
  return isHalf ? ["MAIL_FROM: must be set when SMTP_URL is"] : [];
}

/**
 * For process files: returns the configuration, or writes one sentence to standard error and exits with code
 * 1.
 */
export function loadConfigOrExit(environment: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Returns a setting that this process requires. Throws `ConfigError` when it is not set. */
export function requireSetting<Name extends keyof Values>(
  config: Config,
  name: Name,
): NonNullable<Values[Name]> {
  const value = config[name];
  if (value === undefined || value === null) {
    throw new ConfigError(
      `${name} must be set. \`npm start\` sets it by itself; see docs/configuration.md.`,
    );
  }
  return value;
}

/** Name, description and default of every variable, for the generated documentation. */
export function describeSettings(): { name: string; description: string; default: string }[] {
  const described = Object.entries(schema.shape).map(([name, field]) => {
    const fallback = z.safeParse(z.object({ value: field }), { value: undefined });
    const value: unknown = fallback.success ? fallback.data.value : undefined;
    return { name, description: field.description ?? "", default: showDefault(value) };
  });
  const ofProviders = providerSettings.map(({ name, description }) => ({
    name,
    description,
    default: "",
  }));
  return [...described, ...ofProviders];
}

function showDefault(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.join(",");
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "string" ? value : JSON.stringify(value);
}
