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
