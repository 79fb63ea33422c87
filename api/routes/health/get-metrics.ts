import { defineRoute } from "#api/http/route.ts";

export const getMetrics = defineRoute({
  method: "get",
  path: "/v1/metrics",
  operationId: "getMetrics",
  summary: "Retrieve the metrics of this process",
  description:
    "Prometheus text, the same as on the internal port. Each API process reports its own metrics, so " +
    "scrape the internal ports when a load balancer is in front.",
  tags: ["Health"],
  access: { permission: "admin:metrics" },
  status: 200,
  response: { media: { "text/plain": "Prometheus text, version 0.0.4." } },
  errors: [],
  async handle({ request }, { metrics }) {
    const { type, text } = await metrics();
    return {
      status: 200,
      headers: { "Content-Type": type, "Content-Length": String(Buffer.byteLength(text)) },
      body: request.method === "HEAD" ? null : text,
    };
  },
});
