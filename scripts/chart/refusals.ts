/** Flags of helm whose values the chart refuses, and a part of the sentence that says why. */
export const refusals: readonly { readonly flags: readonly string[]; readonly says: string }[] = [
  {
    flags: ["--set", "secret.existingSecret="],
    says: "secret.existingSecret: name the Secret",
  },
  {
    flags: ["--set", "secret.keys={DATABASE_URL,MASTER_KEY}"],
    says: "secret.keys: SIGNING_SECRET is missing",
  },
  {
    flags: ["--set", "settings.TEMPORAL_ADDRESS="],
    says: "settings.TEMPORAL_ADDRESS: must be set",
  },
  {
    flags: ["--set", "settings.S3_BUCKET="],
    says: "all pods must share the files of jobs",
  },
  {
    flags: ["--set", "settings.MODERATION_API_KEY=sk"],
    says: "settings.MODERATION_API_KEY is a secret",
  },
  {
    flags: ["--set", "workers.groups.core.settings.SMTP_URL=smtp://user:password@mail"],
    says: "settings.SMTP_URL is a secret",
  },
  {
    flags: ["--set", "networkPolicy.enabled=true"],
    says: "networkPolicy.dependencies: list egress rules",
  },
  {
    flags: ["--set", "workers.autoscaling=keda"],
    says: "workers.providers: name the providers",
  },
  { flags: ["--set", "api.ingress.enabled=true"], says: "api.ingress.host: must be set" },
  { flags: ["--set", "workers.autoscaling=both"], says: "/workers/autoscaling" },
  { flags: ["--set", "api.replica=3"], says: "replica" },
];
