import type Provider from "oidc-provider";
import type { Client } from "oidc-provider";

import { toDisplayText } from "#api/schemas/display-text.ts";
import { findDeviceRequest } from "#db/oauth/oauth-records.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Permission } from "#domain/accounts/permission.ts";
import { AppError } from "#domain/errors.ts";

import { permissionsOf } from "./resources.ts";

const nameCharactersMax = 80;

/** Request of a client for access, which a person decides. */
export interface AccessRequest {
  readonly clientId: string;
  /** Name that the client gives itself. It proves nothing, so the host is shown next to it. */
  readonly clientName: string;
  /** Host that has published the client's document, or that receives the code; null for a program without either. */
  readonly clientHost: string | null;
  /** The code goes to a program on the computer of the browser. */
  readonly isLocal: boolean;
  readonly resource: string;
  readonly permissions: readonly Permission[];
}

interface RequestParameters {
  readonly client_id?: unknown;
  readonly redirect_uri?: unknown;
  readonly scope?: unknown;
  readonly resource?: unknown;
}

/** Finds the request of an authorization that is not decided yet. Throws `authorization_request_invalid`. */
export async function findAuthorization(provider: Provider, requestId: string, publicUrl: string) {
  const interaction = await provider.Interaction.find(requestId);
  if (interaction === undefined || interaction.result !== undefined) {
    throw new AppError("authorization_request_invalid");
  }
  const request = await toAccessRequest(provider, interaction.params, publicUrl);
  return { interaction, request };
}

/** Finds the request of a device by the code that it shows. Throws `authorization_request_invalid`. */
export async function findDevice(
  em: EntityManager,
  provider: Provider,
  { userCode, publicUrl }: { readonly userCode: string; readonly publicUrl: string },
): Promise<AccessRequest> {
  const payload = await findDeviceRequest(em, userCode);
  if (payload === null) throw new AppError("authorization_request_invalid");
  return toAccessRequest(provider, payload["params"] as RequestParameters, publicUrl);
}

async function toAccessRequest(
  provider: Provider,
  { client_id, redirect_uri, scope, resource }: RequestParameters,
  publicUrl: string,
): Promise<AccessRequest> {
  const client = await provider.Client.find(String(client_id));
  const wanted = String(resource);
  const allowed =
    client === undefined ? null : permissionsOf(wanted, { clientId: client.clientId, publicUrl });
  if (client === undefined || allowed === null) throw new AppError("authorization_request_invalid");
  const scopes = typeof scope === "string" && scope !== "" ? scope.split(" ") : null;
  const { clientHost, isLocal } = placeOf(client, redirect_uri);
  const name = toDisplayText(client.clientName ?? "")
    .trim()
    .slice(0, nameCharactersMax)
    .toWellFormed();
  return {
    clientId: client.clientId,
    clientName: name === "" ? (clientHost ?? client.clientId) : name,
    clientHost,
    isLocal,
    resource: wanted,
    permissions: allowed.filter((permission) => scopes?.includes(permission) ?? true),
  };
}

function placeOf(
  { clientId }: Client,
  redirectUri: unknown,
): Pick<AccessRequest, "clientHost" | "isLocal"> {
  const document = URL.parse(clientId);
  const redirect = typeof redirectUri === "string" ? URL.parse(redirectUri) : null;
  const isLocal =
    redirect !== null &&
    (!/^https?:$/.test(redirect.protocol) ||
      ["localhost", "127.0.0.1", "[::1]"].includes(redirect.hostname));
  const host = document?.host ?? (isLocal ? null : redirect?.host);
  return { clientHost: host === "" || host === undefined ? null : host, isLocal };
}
