import { z } from "zod";

import { inEvenTime } from "#api/auth/even-time.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import { defineRoute } from "#api/http/route.ts";
import { isOver } from "#api/rate-limit/request-windows.ts";
import { newAbuseReportSchema } from "#api/schemas/abuse-report.ts";
import { createAbuseReport as createRow } from "#db/safety/abuse-reports.ts";
import { AppError } from "#domain/errors.ts";

/** Reports per hour and client IP address. */
const reportsPerAddress = 20;
const bodyBytesMax = 16_384;

export const createAbuseReport = defineRoute({
  method: "post",
  path: "/app/reports",
  operationId: "createAbuseReport",
  summary: "Report content",
  description:
    "For anyone, without an account. The response and its timing are the same whether the content exists or not, and nothing " +
    "is fetched. A client IP address can send 20 reports an hour.",
  tags: ["Files"],
  access: "public",
  body: newAbuseReportSchema,
  bodyBytesMax,
  status: 202,
  response: z.object({ status: z.literal("received") }).meta({ id: "AbuseReportReceived" }),
  errors: [],
  examples: {
    body: {
      image: {
        reference: "https://media.example.com/s/7Qx…",
        category: "personal_data",
        explanation: "The image shows me. I have not agreed.",
        email: "ada@example.org",
      },
    },
  },
  async handle({ body, request }, { em, windows }) {
    const subject = `report:address:${clientAddressOf(request.address)}`;
    const window = await windows.spend(subject, reportsPerAddress);
    if (isOver(window)) {
      throw new AppError("rate_limited", {
        message: "This IP address has sent too many reports.",
        details: { retryAfterSeconds: window.resetsInSeconds },
      });
    }
    await inEvenTime(async () => createRow(em, { ...body, email: body.email ?? null }));
    return { status: "received" as const };
  },
});
