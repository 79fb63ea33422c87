import { z } from "zod";

import type { ProviderAdapter } from "#activities/providers/adapter.ts";

import { stop, topazClient } from "./topaz-client.ts";
import { pollPicture, submitPicture } from "./topaz-image.ts";
import { pollVideo, submitVideo } from "./topaz-video.ts";

/**
 * Topaz Labs (a copy of its OpenAPI files of 2026-04, price pages of 2026-10): two services under one
 * key. Pictures go up as a form, with the file or an address, and are billed when they are taken;
 * their result is stored for a week, behind addresses of an hour. A video is created, accepted,
 * uploaded and said to be whole, and is billed from the last step on; its address lives for a day.
 * Asking again gives fresh addresses. Both tell the exact cost before anything is spent, and what costs
 * more than the job's price pays for is not sent. A running job can be stopped.
 *
 * There is no key against a second request. The lost answer to a picture can only be looked for by
 * people, in `GET /image/v1/status`; a video has its name since the first step, and its status says
 * whether the last one came. Both take the address of a webhook, which is not signed.
 *
 * Not verified: how content is refused (no word is documented), the time of a 425, whether `eTag` is
 * wanted without its quotes, as in the example, the names of models that the OpenAPI file does not list
 * (slp-2.5), and whether a video that was said to be whole may stay "accepted" for minutes: with a lost
 * answer to that, it would be stopped and the caller refunded.
 */
const handleSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("image"), id: z.string(), contentType: z.string() }),
  z.object({ kind: z.literal("video"), id: z.string(), announcedAt: z.number().optional() }),
]);

export const topazLabs: ProviderAdapter = {
  async submit(request, call) {
    return request.contentType === "video"
      ? submitVideo(request, call)
      : submitPicture(request, call);
  },

  async poll(handle, call) {
    const job = handleSchema.parse(handle);
    return job.kind === "video" ? pollVideo(job, call) : pollPicture(job, call);
  },

  async cancel(handle, call) {
    const { kind, id } = handleSchema.parse(handle);
    const place = encodeURIComponent(id);
    const path = kind === "video" ? `/video/${place}` : `/image/v1/cancel/${place}`;
    await stop(topazClient.nothing("DELETE", path, { call, paid: false }));
  },

  async checkHealth(call) {
    const query = { paginated: "true", limit: "1" };
    await topazClient.nothing("GET", "/image/v1/status", { call, paid: false, query });
  },
};
