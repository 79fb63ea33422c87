import type { Door } from "#api/doors/door.ts";
import type { ErrorDialect } from "#api/http/error-dialect.ts";
import { AppError } from "#domain/errors.ts";

import { openaiErrors } from "./dialect.ts";
import { openaiQuotaHeaders } from "./quota-headers.ts";
import { routes } from "./routes.ts";

const prefix = "/openai";
const basePath = `${prefix}/v1`;

/** Names the endpoints that exist to a client that calls another one, or has another base URL. */
const errors: ErrorDialect = (error, request) => {
  const isUnsupported = error.code === "route_not_found" || error.code === "method_not_allowed";
  if (!isUnsupported) return openaiErrors(error, request);
  const endpoints = routes.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.slice(basePath.length)}`,
  );
  const message =
    `${request.path} is not supported with this method. ` +
    `The base URL is ${request.publicUrl}${basePath}; its endpoints are ${endpoints.join(", ")}.`;
  return openaiErrors(new AppError("route_not_found", { message }), request);
};

/** The API of OpenAI's clients, for media: `base_url` is `<PUBLIC_URL>/openai/v1`. */
export const openaiDoor: Door = {
  name: "openai",
  prefix,
  routes,
  errors,
  quotaHeaders: openaiQuotaHeaders,
  cors: {
    request: [
      "OpenAI-Beta",
      "OpenAI-Organization",
      "OpenAI-Project",
      "X-Stainless-Arch",
      "X-Stainless-Helper-Method",
      "X-Stainless-Lang",
      "X-Stainless-OS",
      "X-Stainless-Package-Version",
      "X-Stainless-Poll-Helper",
      "X-Stainless-Custom-Poll-Interval",
      "X-Stainless-Retry-Count",
      "X-Stainless-Runtime",
      "X-Stainless-Runtime-Version",
      "X-Stainless-Timeout",
    ],
    response: [
      "OpenAI-Poll-After-Ms",
      "X-GME-Credits",
      "X-GME-Ignored",
      "X-GME-Job-Id",
      "X-GME-Model",
      "X-RateLimit-Limit-Requests",
      "X-RateLimit-Remaining-Requests",
      "X-RateLimit-Reset-Requests",
      "X-Should-Retry",
    ],
  },
};
