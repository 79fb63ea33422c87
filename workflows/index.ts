/** Entry of the workflow bundle. Exports every workflow of the worker. */
export { generateMedia } from "./generate-media.ts";
export { runPipeline } from "./run-pipeline.ts";
export { deliverWebhook } from "./deliver-webhook.ts";
export { sendMail } from "./send-mail.ts";
export { runMaintenance } from "./run-maintenance.ts";
