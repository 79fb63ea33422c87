import { type Adapter, type AdapterPayload, errors } from "oidc-provider";

import { listTextIssues } from "#api/http/read-json-body.ts";
import {
  consumeRecord,
  countRecords,
  deleteRecord,
  deleteRecordsOfKey,
  findRecord,
  saveRecord,
} from "#db/oauth/oauth-records.ts";
import { giveBackKey } from "#db/organizations/manage-api-keys.ts";
import type { MikroORM } from "#db/orm.ts";

import { grantSeconds } from "./lifetimes.ts";

/** Clients that register themselves; each lives until its grants have ended. */
const clientsMax = 10_000;

/**
 * Stores the models of the authorization server in PostgreSQL, under a hash of their identifiers. The identifier of a
 * grant is that of its API key, so a grant ends with the key, and the key with the grant.
 */
export function createStore(orm: MikroORM, kind: string): Adapter {
  // A person signs in to the dashboard. The server itself keeps no sign-ins.
  if (kind === "Session") return forgetful;
  const em = () => orm.em.fork();

  return {
    async upsert(id, payload, expiresIn = grantSeconds) {
      if (kind === "Client" && (await countRecords(em(), kind)) >= clientsMax) {
        throw new errors.InvalidClientMetadata("too many clients are registered");
      }
      const { jti: _jti, userCode = null, ...rest } = payload;
      // Programs can send other text than PostgreSQL stores, in their metadata and in `state`.
      if (listTextIssues(rest).length > 0) {
        const problem = "text must be Unicode without NUL";
        throw kind === "Client"
          ? new errors.InvalidClientMetadata(problem)
          : new errors.InvalidRequest(problem);
      }
      await saveRecord(
        em(),
        { kind, id },
        {
          payload: { ...rest },
          expiresAt: new Date(Date.now() + expiresIn * 1_000),
          keyId: kind === "Grant" ? id : (rest.grantId ?? null),
          accountId: rest.accountId ?? null,
          userCode,
        },
      );
    },
    async find(id) {
      const record = await findRecord(em(), { kind, id });
      if (record === null) return undefined;
      const payload = record.payload as AdapterPayload;
      return kind === "Client" ? payload : { ...payload, jti: id, consumed: record.isConsumed };
    },
    async consume(id) {
      if (await consumeRecord(em(), { kind, id })) return;
      throw new errors.InvalidGrant("the grant has been used by another request");
    },
    async destroy(id) {
      await deleteRecord(em(), { kind, id });
      if (kind === "Grant") await giveBackKey(em(), { keyId: id, actor: {} });
    },
    async revokeByGrantId(grantId) {
      await deleteRecordsOfKey(em(), { keyId: grantId, kind });
    },
    // A device is decided by its row (`decideDeviceRequest`), and sessions are not stored.
    findByUserCode: nothing,
    findByUid: nothing,
  };
}

async function nothing(): Promise<undefined> {
  return undefined;
}

const forgetful: Adapter = {
  upsert: nothing,
  find: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
  findByUserCode: nothing,
  findByUid: nothing,
};
