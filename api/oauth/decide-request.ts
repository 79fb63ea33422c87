import type { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import { type Actor, actorOf } from "#api/http/acting.ts";
import type { RouteInput } from "#api/http/route.ts";
import type { decisionSchema } from "#api/schemas/access-request.ts";
import type { Caller } from "#db/caller.ts";
import { consumeRecord, decideDeviceRequest, keepRecord } from "#db/oauth/oauth-records.ts";
import { addApiKey, giveBackKey } from "#db/organizations/manage-api-keys.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Permission } from "#domain/accounts/permission.ts";
import { AppError } from "#domain/errors.ts";

import { grantSeconds } from "./lifetimes.ts";
import type { Oauth } from "./oauth.ts";
import { type AccessRequest, findAuthorization, findDevice } from "./requests.ts";

/** Decision of a person; null refuses. */
export type Decision = {
  readonly permissions: readonly Permission[];
  readonly creditLimit: number | null;
} | null;

/** Reads the decision of a page. */
export function toDecision({
  decision,
  permissions,
  creditLimit,
}: z.output<typeof decisionSchema>): Decision {
  return decision === "deny" ? null : { permissions, creditLimit };
}

type Acting = Pick<RouteInput<unknown, unknown, unknown>, "caller" | "request">;
type Dependencies = Pick<RequestDependencies, "em" | "settings"> & { readonly oauth: Oauth };

const refused = { error: "access_denied", error_description: "the person refused the request" };

/**
 * Decides about an authorization, once. Returns the URL at which the browser continues. Throws
 * `authorization_request_invalid`, `permission_missing`, `request_invalid` and `api_key_limit_reached`.
 */
export async function decideAuthorization(
  requestId: string,
  decision: Decision,
  acting: Acting,
  { em, settings, oauth: { provider } }: Dependencies,
): Promise<string> {
  const { publicUrl } = settings;
  const { interaction, request } = await findAuthorization(provider, requestId, publicUrl);
  const keyId = await em.transactional(async (tx) => {
    const isFirst = await consumeRecord(tx, { kind: "Interaction", id: requestId });
    if (!isFirst) throw new AppError("authorization_request_invalid");
    return decision === null ? null : addKeyOfGrant(tx, { request, decision, ...asActor(acting) });
  });
  if (keyId === null) interaction.result = refused;
  else {
    await saveGrant(keyId, request, acting.caller, { em, provider }, decision?.permissions ?? []);
    const { accountId } = acting.caller;
    interaction.result = { login: { accountId, remember: false }, consent: { grantId: keyId } };
  }
  await interaction.persist();
  return interaction.returnTo;
}

/** Decides about the request of a device, once. Throws like `decideAuthorization`. */
export async function decideDevice(
  userCode: string,
  decision: Decision,
  acting: Acting,
  { em, settings, oauth: { provider } }: Dependencies,
): Promise<void> {
  const { publicUrl } = settings;
  const request = await findDevice(em, provider, { userCode, publicUrl });
  if (decision === null) {
    const { error, error_description: errorDescription } = refused;
    const denial = { decision: { error, errorDescription }, keyId: null, accountId: null };
    if (await decideDeviceRequest(em, userCode, denial)) return;
    throw new AppError("authorization_request_invalid");
  }
  const { accountId } = acting.caller;
  const keyId = await addKeyOfGrant(em, { request, decision, ...asActor(acting) });
  await saveGrant(keyId, request, acting.caller, { em, provider }, decision.permissions);
  const isFirst = await decideDeviceRequest(em, userCode, {
    decision: {
      accountId,
      grantId: keyId,
      scope: decision.permissions.join(" "),
      resource: request.resource,
      authTime: Math.floor(Date.now() / 1_000),
    },
    keyId,
    accountId,
  });
  if (isFirst) return;
  await giveBackKey(em, { keyId, actor: asActor(acting).actor });
  throw new AppError("authorization_request_invalid");
}

function asActor(acting: Acting): { readonly caller: Caller; readonly actor: Actor } {
  return { caller: acting.caller, actor: actorOf(acting) };
}

/**
 * Creates the API key of a grant: it has the consented permissions, a limit, an expiry and an owner, and ends with the
 * membership of its creator. Its value is discarded.
 */
async function addKeyOfGrant(
  em: EntityManager,
  {
    request,
    decision,
    caller,
    actor,
  }: {
    readonly request: AccessRequest;
    readonly decision: NonNullable<Decision>;
    readonly caller: Caller;
    readonly actor: Actor;
  },
): Promise<string> {
  const { permissions, creditLimit } = decision;
  const extra = permissions.find((permission) => !request.permissions.includes(permission));
  if (permissions.length === 0 || extra !== undefined) {
    const message =
      "Grant at least one of the permissions that the program asks for, and no other.";
    throw new AppError("request_invalid", {
      issues: [{ pointer: "/permissions", code: "not_allowed", message }],
    });
  }
  const { clientName, clientHost } = request;
  const { key } = await addApiKey(em, {
    caller,
    rules: {
      name: clientHost === null ? clientName : `${clientName} (${clientHost})`.slice(0, 100),
      permissions,
      creditLimit,
      allowedAddresses: null,
      expiresAt: new Date(Date.now() + grantSeconds * 1_000),
    },
    actor,
  });
  return key.id;
}

async function saveGrant(
  keyId: string,
  { clientId, resource }: AccessRequest,
  { accountId }: Caller,
  { em, provider }: Pick<Dependencies, "em"> & Pick<Oauth, "provider">,
  permissions: readonly Permission[],
): Promise<void> {
  const grant = new provider.Grant({ accountId, clientId });
  // The grant has the identifier of its key: see `store.ts`.
  grant.jti = keyId;
  grant.addResourceScope(resource, permissions.join(" "));
  await grant.save();
  const until = new Date(Date.now() + grantSeconds * 1_000);
  await keepRecord(em, { kind: "Client", id: clientId }, until);
}
