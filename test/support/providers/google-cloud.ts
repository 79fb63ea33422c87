import { randomUUID } from "node:crypto";

import { exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { z } from "zod";

import { mediaFile } from "./media-files.ts";
import { receivedJson } from "./received-body.ts";
import {
  startSimulator,
  type Received,
  type Simulator,
  type SimulatorAnswer,
  type World,
} from "./simulator.ts";

export const cloudProject = "veo-tests";
export const cloudRegion = "us-central1";

const issuer = "engine@veo-tests.iam.gserviceaccount.com";
const keyId = "8f1c0a7d";
const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
const privatePem = await exportPKCS8(privateKey);

/** The JSON key file of a service account, as the console downloads it, for a simulator's token endpoint. */
export function serviceAccountKey(
  { url }: Pick<Simulator, "url">,
  change: Readonly<Record<string, string>> = {},
): string {
  return JSON.stringify({
    type: "service_account",
    project_id: cloudProject,
    private_key_id: keyId,
    private_key: privatePem,
    client_email: issuer,
    client_id: "117",
    token_uri: new URL("/token", url).toString(),
    universe_domain: "googleapis.com",
    ...change,
  });
}

interface Operation {
  readonly name: string;
  readonly count: number;
  polls: number;
}

interface State {
  readonly tokens: Set<string>;
  readonly operations: Map<string, Operation>;
  readonly tokenSeconds: number;
}

/**
 * Google Cloud with Veo and the token endpoint: it issues tokens for assertions that the account's private
 * key has signed, and can revoke them.
 */
export async function startGoogleCloud({
  tokenSeconds = 3_599,
}: { tokenSeconds?: number } = {}): Promise<Simulator> {
  const state: State = { tokens: new Set(), operations: new Map(), tokenSeconds };
  return startSimulator(
    {
      isPaid: ({ url }) => url.pathname.endsWith(":predictLongRunning"),
      refusals: {
        moderated: refusal(400, "INVALID_ARGUMENT", blockedWords),
        balance: refusal(403, "PERMISSION_DENIED", "This API method requires billing.", {
          reason: "BILLING_DISABLED",
        }),
        rate_limited: refusal(
          429,
          "RESOURCE_EXHAUSTED",
          "Quota exceeded for aiplatform.googleapis.com/long_running_online_prediction_requests_per_base_model.",
        ),
        no_role: refusal(
          403,
          "PERMISSION_DENIED",
          "Permission 'aiplatform.endpoints.predict' denied on resource.",
          { reason: "IAM_PERMISSION_DENIED" },
        ),
        no_model: refusal(
          404,
          "NOT_FOUND",
          "Publisher Model `publishers/google/models/x` was not found or your project does not have access to it.",
        ),
        invalid: refusal(400, "INVALID_ARGUMENT", "Image must be at least 720 pixels wide."),
        busy: refusal(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
      },
      answer: async (request, world) => answerOf(request, world, state),
    },
    { basePath: "/v1" },
  );
}

/** Google's text for blocked prompts. */
const blockedWords =
  "The prompt could not be submitted. This prompt contains sensitive words that violate Google's Responsible AI practices. Support codes: 58061214";

function refusal(code: number, status: string, message: string, info?: object): SimulatorAnswer {
  const details = info && [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", ...info }];
  return { status: code, json: { error: { code, message, status, ...(details && { details }) } } };
}

async function answerOf(request: Received, world: World, state: State): Promise<SimulatorAnswer> {
  const { method, url, headers } = request;
  if (method === "POST" && url.pathname === "/token") return grant(request, world, state);
  if (method === "POST" && url.pathname === "/revoke") {
    const token = new URLSearchParams(request.body.toString()).get("token") ?? "";
    return state.tokens.delete(token)
      ? { json: {} }
      : { status: 400, json: { error: "invalid_token" } };
  }
  if (!state.tokens.has(headers["authorization"]?.replace("Bearer ", "") ?? "")) {
    const message = "Request had invalid authentication credentials.";
    return refusal(401, "UNAUTHENTICATED", message, { reason: "ACCESS_TOKEN_TYPE_UNSUPPORTED" });
  }
  const place = `/v1/projects/${cloudProject}/locations/${cloudRegion}`;
  if (method === "GET" && url.pathname === place) {
    return { json: { name: place.slice("/v1/".length), locationId: cloudRegion } };
  }
  const [, model = "", action] =
    /\/publishers\/google\/models\/(veo-[\w.-]+):(\w+)$/.exec(url.pathname) ?? [];
  if (method !== "POST" || !url.pathname.startsWith(`${place}/`) || action === undefined) {
    return refusal(404, "NOT_FOUND", "Not found.");
  }
  const resource = url.pathname.slice("/v1/".length, url.pathname.lastIndexOf(":"));
  return action === "predictLongRunning"
    ? create(request, { model, resource, state })
    : tell(request, { resource, world, state });
}

const grantSchema = z.object({
  grant_type: z.literal("urn:ietf:params:oauth:grant-type:jwt-bearer"),
  assertion: z.string().min(1),
});

async function grant(
  { body, headers }: Received,
  { url }: World,
  { tokens, tokenSeconds }: State,
): Promise<SimulatorAnswer> {
  const form = grantSchema.safeParse(Object.fromEntries(new URLSearchParams(body.toString())));
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  if (!form.success || !isForm) {
    return { status: 400, json: { error: "unsupported_grant_type" } };
  }
  const audience = [new URL("/token", url).toString(), "https://oauth2.googleapis.com/token"];
  const claims = await jwtVerify(form.data.assertion, publicKey, {
    algorithms: ["RS256"],
    audience,
    issuer,
    maxTokenAge: "1h",
    requiredClaims: ["iat", "exp"],
  }).catch(() => null);
  if (claims === null || (claims.protectedHeader.kid ?? keyId) !== keyId) {
    const description = "Invalid JWT Signature.";
    return { status: 400, json: { error: "invalid_grant", error_description: description } };
  }
  if (claims.payload["scope"] !== "https://www.googleapis.com/auth/cloud-platform") {
    return { status: 400, json: { error: "invalid_scope" } };
  }
  const token = `ya29.${randomUUID()}`;
  tokens.add(token);
  return { json: { access_token: token, expires_in: tokenSeconds, token_type: "Bearer" } };
}

const pictureSchema = z.strictObject({
  bytesBase64Encoded: z.base64().min(8),
  mimeType: z.enum(["image/jpeg", "image/png", "image/webp"]),
});

const requestSchema = z.strictObject({
  instances: z
    .array(
      z.strictObject({
        prompt: z.string().min(1),
        image: pictureSchema.optional(),
        lastFrame: pictureSchema.optional(),
        referenceImages: z
          // The documents write "asset", the official client "ASSET".
          .array(
            z.strictObject({ image: pictureSchema, referenceType: z.enum(["asset", "ASSET"]) }),
          )
          .min(1)
          .max(3)
          .optional(),
      }),
    )
    .length(1),
  parameters: z.strictObject({
    sampleCount: z.int().min(1).max(4).optional(),
    durationSeconds: z.literal([4, 6, 8]).optional(),
    aspectRatio: z.enum(["16:9", "9:16"]).optional(),
    resolution: z.enum(["720p", "1080p", "4k"]).optional(),
    generateAudio: z.boolean(),
    negativePrompt: z.string().optional(),
    seed: z.int().min(0).max(4_294_967_295).optional(),
    personGeneration: z.enum(["allow_adult", "dont_allow"]).optional(),
  }),
});

/** Constraints that the model's documentation adds to the types. */
function problemOf(
  { instances: [instance], parameters }: z.output<typeof requestSchema>,
  model: string,
): string | null {
  const { image, lastFrame, referenceImages } = instance ?? {};
  const isLite = model.includes("lite");
  if (lastFrame !== undefined && image === undefined) return "lastFrame needs image.";
  if (isLite && parameters.resolution === "4k") return "4k is not supported by this model.";
  if (referenceImages === undefined) return null;
  if (isLite) return "referenceImages is not supported by this model.";
  if (image !== undefined) return "image and referenceImages are both set.";
  if (parameters.durationSeconds !== 8) return "referenceImages support a duration of 8 only.";
  return parameters.aspectRatio === "9:16" ? "referenceImages support 16:9 only." : null;
}

function create(
  request: Received,
  { model, resource, state }: { model: string; resource: string; state: State },
): SimulatorAnswer {
  const parsed = requestSchema.safeParse(receivedJson(request));
  const problem = parsed.success ? problemOf(parsed.data, model) : parsed.error.message;
  if (problem !== null || !parsed.success) {
    return refusal(400, "INVALID_ARGUMENT", `Invalid request: ${problem ?? ""}`);
  }
  const name = `${resource}/operations/${randomUUID()}`;
  const count = parsed.data.parameters.sampleCount ?? 1;
  state.operations.set(name, { name, count, polls: 0 });
  return { json: { name } };
}

function tell(
  request: Received,
  { resource, world, state }: { resource: string; world: World; state: State },
): SimulatorAnswer {
  const { operationName } = z
    .strictObject({ operationName: z.string() })
    .parse(receivedJson(request));
  const operation = state.operations.get(operationName);
  if (operation === undefined || !operationName.startsWith(`${resource}/operations/`)) {
    return refusal(404, "NOT_FOUND", "The operation could not be found.");
  }
  operation.polls += 1;
  const { name } = operation;
  const { status, runningPolls = 1 } = world.scenario;
  const response = {
    "@type": "type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse",
  };
  switch (status ?? (operation.polls > runningPolls ? "response" : "done: false")) {
    case "response": {
      const video = {
        bytesBase64Encoded: mediaFile("mp4").toString("base64"),
        mimeType: "video/mp4",
      };
      const videos = Array.from({ length: operation.count }, () => video);
      return { json: { name, done: true, response: { ...response, videos } } };
    }
    case "filtered": {
      const told = {
        raiMediaFilteredCount: 1,
        raiMediaFilteredReasons: ["Support codes: 42237218"],
      };
      return { json: { name, done: true, response: { ...response, ...told } } };
    }
    case "empty":
      return { json: { name, done: true, response: { ...response, videos: [] } } };
    case "blocked":
      return { json: { name, done: true, error: { code: 3, message: blockedWords } } };
    case "invalid":
      return { json: { name, done: true, error: { code: 3, message: "The image is too small." } } };
    case "error":
      return { json: { name, done: true, error: { code: 13, message: "Internal error." } } };
    default:
      // An operation has no status value; whatever its metadata says, it is not done.
      return { json: { name, metadata: { state: status ?? "RUNNING" } } };
  }
}
