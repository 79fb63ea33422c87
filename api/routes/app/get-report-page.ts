import { defineRoute } from "#api/http/route.ts";
import { reportPage } from "#api/pages/report-page.ts";

export const getReportPage = defineRoute({
  method: "get",
  path: "/app/report",
  operationId: "getReportPage",
  summary: "Show the form for reports of content",
  description:
    "In English or German, without an account. `#reference=` in the URL fills the first field.",
  tags: ["Files"],
  access: "public",
  status: 200,
  response: { media: { "text/html": "A form." } },
  errors: [],
  async handle({ request }, { settings: { abuseEmail } }) {
    const isGerman = request.header("accept-language")?.startsWith("de") === true;
    return reportPage(isGerman ? "de" : "en", { abuseEmail });
  },
});
