import { z } from "zod";

import type { ProviderAdapter } from "#activities/providers/adapter.ts";

import { stop, topazClient } from "./topaz-client.ts";
import { pollPicture, submitPicture } from "./topaz-image.ts";
import { pollVideo, submitVideo } from "./topaz-video.ts";

/**
 * Adapter of Topaz Labs (a copy of its OpenAPI files of 2026-04, price pages of 2026-10): two services with
 * one key. Images are uploaded in a form, as a file or a URL, and are billed on acceptance; their result is
 * stored for a week, with URLs of an hour. A video is created, accepted, uploaded and completed, and is
 * billed from the last step on; its URL lasts a day. Another poll returns fresh URLs. Both services report
 * the exact cost before anything is paid, and a request that costs more than the job's price is not sent. A
 * running job can be canceled.
 *
 * There is no idempotency key. After a lost response, only an operator can find an image, in `GET
 * /image/v1/status`; a video has its id since the first step, and its status shows whether the last step
 * arrived. Both accept a webhook URL; webhooks are not signed.
 *
 * Not verified: how content is refused (no error code is documented), the time of a 425, whether `eTag` is
 * wanted without its quotes, as in the example, the names of models that the OpenAPI file does not list
 * (slp-2.5, slp-2.6), and whether a completed upload may leave a video "accepted" for minutes: after a lost
 * response to the last step, the video would be canceled and the caller refunded.
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
