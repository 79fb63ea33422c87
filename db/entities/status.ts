import { defineEntity, p } from "@mikro-orm/core";

/**
 * What was seen of a part of the engine in an hour: bit n is minute n. Of a minute that is not in
 * `seen`, nobody knows.
 */
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
