/** Every workflow of the worker; the bundle's entry. */
export { generateMedia } from "./generate-media.ts";
export { deliverWebhook } from "./deliver-webhook.ts";
export { sendMail } from "./send-mail.ts";
export { runMaintenance } from "./run-maintenance.ts";
