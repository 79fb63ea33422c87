import { defineEntity, p } from "@mikro-orm/core";

/** Observations of a component in one hour: bit n is minute n. A minute not in `seen` is unknown. */
const StatusHourSchema = defineEntity({
  name: "StatusHour",
  tableName: "status_hours",
  properties: {
    component: p.text().primary(),
    hour: p.datetime().primary().index("status_hours_hour_index"),
    seen: p.bigint(),
    up: p.bigint(),
  },
});
export class StatusHour extends StatusHourSchema.class {}
StatusHourSchema.setClass(StatusHour);

/** Violation of a rule of the books that the last check of the organization has found. */
const BookFindingSchema = defineEntity({
  name: "BookFinding",
  tableName: "book_findings",
  properties: {
    organizationId: p.text().primary(),
    rule: p.text().primary(),
    /** Id of the job, grant or organization. */
    subject: p.text().primary(),
    foundAt: p.datetime().defaultRaw("now()"),
  },
});
export class BookFinding extends BookFindingSchema.class {}
BookFindingSchema.setClass(BookFinding);

/** Figure that one process measures for all, with the time of the measurement. */
const EngineGaugeSchema = defineEntity({
  name: "EngineGauge",
  tableName: "engine_gauges",
  properties: {
    name: p.text().primary(),
    value: p.double(),
    measuredAt: p.datetime().defaultRaw("now()"),
  },
});
export class EngineGauge extends EngineGaugeSchema.class {}
EngineGaugeSchema.setClass(EngineGauge);

/** Requests to `/v1` in one hour, of all API processes. */
const RequestHourSchema = defineEntity({
  name: "RequestHour",
  tableName: "request_hours",
  properties: {
    hour: p.datetime().primary(),
    requests: p.bigint(),
    failed: p.bigint(),
  },
});
export class RequestHour extends RequestHourSchema.class {}
RequestHourSchema.setClass(RequestHour);
