import { Migrator } from "@mikro-orm/migrations";
import { MikroORM, type EntityManager } from "@mikro-orm/postgresql";
import type { Pool } from "pg";

import { connectionName } from "./connection-name.ts";
import { connectionSettings, dropBrokenConnections } from "./connection-settings.ts";
import { Account, ApiKey, Membership, Organization, Plan } from "./entities/account.ts";
import { Asset, JobAsset } from "./entities/asset.ts";
import { AuditEntry } from "./entities/audit.ts";
import { BackfillProgress } from "./entities/backfill.ts";
import { Batch } from "./entities/batch.ts";
import {
  BillingCustomer,
  BillingEvent,
  BillingPurchase,
  BillingSubscription,
} from "./entities/billing.ts";
import { Model, Provider, ProviderProbe } from "./entities/catalog.ts";
import { Conversation } from "./entities/conversation.ts";
import { CreditAccount, CreditEntry, FreeGrant, OpenGrant } from "./entities/credits.ts";
import { AccountToken, Email } from "./entities/email.ts";
import { Estimate, RunEstimate } from "./entities/estimate.ts";
import { IdempotentAnswer } from "./entities/idempotency.ts";
import { LinkedIdentity, SignInAttempt } from "./entities/identity.ts";
import { JobEvent } from "./entities/job-event.ts";
import {
  IdempotencyReceipt,
  Job,
  JobAdmissions,
  OutboxMessage,
  Output,
  ProviderSubmission,
} from "./entities/job.ts";
import { JournalHead, WaitingJournalEntry } from "./entities/journal.ts";
import { OauthRecord } from "./entities/oauth-record.ts";
import {
  ApiKeySpending,
  Invitation,
  OrganizationEvent,
  OrganizationProviderKey,
  RequestUsage,
} from "./entities/organization.ts";
import { PendingResponse } from "./entities/pending-response.ts";
import { PipelineRun, RunOutput, RunStep } from "./entities/pipeline-run.ts";
import { Pipeline, PipelineVersion } from "./entities/pipeline.ts";
import { Preview } from "./entities/preview.ts";
import { ProviderEvent } from "./entities/provider-event.ts";
import {
  CircuitTransition,
  ProviderCircuit,
  ProviderFailures,
} from "./entities/provider-health.ts";
import { ProviderClock, ProviderKeyUse, ProviderTurn } from "./entities/provider-slots.ts";
import {
  AbuseReport,
  ModerationResult,
  OrganizationSafety,
  QuarantinedFile,
  SafetyDecision,
} from "./entities/safety.ts";
import { JobShare } from "./entities/share.ts";
import { KnownAddress, RefreshToken, Session, SigningKey, SignInLink } from "./entities/sign-in.ts";
import { BookFinding, EngineGauge, RequestHour, StatusHour } from "./entities/status.ts";
import { UploadLink } from "./entities/upload-link.ts";
import {
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from "./entities/webhook.ts";
import { forwardNotices } from "./forward-notices.ts";
import { migrations } from "./migrations/index.ts";

export type { EntityManager, MikroORM };

/** Timeout of one statement of a request or activity, in milliseconds. */
const statementMsDefault = 15_000;

/**
 * Connects to PostgreSQL. Fork the entity manager for each request or activity. Connections are opened on
 * first use, so a process starts without a database. A statement without a response for `statementMs` fails
 * as a database outage.
 */
export async function connectDatabase(options: {
  url: string;
  poolMax: number;
  /**
   * `application_name` of the connections, before a slash and the schema version, unless PGAPPNAME or the URL gives one.
   */
  name?: string;
  statementMs?: number;
  debug?: boolean;
  /** Called with the pool, for metrics. */
  onPool?: (pool: Pool) => void;
}): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: options.url,
    entities: [
      JournalHead,
      WaitingJournalEntry,
      Account,
      Organization,
      Membership,
      Plan,
      ApiKey,
      Conversation,
      Preview,
      JobShare,
      OrganizationSafety,
      ModerationResult,
      SafetyDecision,
      QuarantinedFile,
      AbuseReport,
      PendingResponse,
      UploadLink,
      OauthRecord,
      Pipeline,
      PipelineVersion,
      Provider,
      Model,
      ProviderProbe,
      ProviderCircuit,
      ProviderFailures,
      CircuitTransition,
      ProviderClock,
      ProviderKeyUse,
      ProviderTurn,
      ProviderEvent,
      Job,
      Batch,
      PipelineRun,
      RunStep,
      RunOutput,
      JobEvent,
      OutboxMessage,
      IdempotencyReceipt,
      JobAdmissions,
      Estimate,
      RunEstimate,
      IdempotentAnswer,
      ProviderSubmission,
      Output,
      Asset,
      JobAsset,
      CreditAccount,
      CreditEntry,
      OpenGrant,
      FreeGrant,
      BillingCustomer,
      BillingSubscription,
      BillingPurchase,
      BillingEvent,
      Session,
      RefreshToken,
      SigningKey,
      SignInLink,
      KnownAddress,
      AccountToken,
      Email,
      LinkedIdentity,
      SignInAttempt,
      AuditEntry,
      Invitation,
      RequestUsage,
      ApiKeySpending,
      OrganizationEvent,
      OrganizationProviderKey,
      RequestHour,
      StatusHour,
      BookFinding,
      EngineGauge,
      BackfillProgress,
      WebhookEndpoint,
      WebhookEvent,
      WebhookDelivery,
      WebhookAttempt,
    ],
    extensions: [Migrator],
    migrations: {
      migrationsList: [...migrations],
      tableName: "schema_migrations",
      snapshot: false,
      silent: true,
    },
    pool: { min: 0, max: options.poolMax },
    debug: options.debug ?? false,
    // Reads timestamps as UTC, independent of the server's time zone.
    forceUtcTimezone: true,
    driverOptions: {
      fallback_application_name: connectionName(options.name ?? "gme"),
      ...connectionSettings({ silenceMs: options.statementMs ?? statementMsDefault }),
      onPoolCreated: (pool: Pool) => {
        dropBrokenConnections(pool);
        forwardNotices(pool);
        options.onPool?.(pool);
      },
    },
  });
}
