/** Protocols of servers that operators run; each has an adapter of the same name. */
export const ownProtocols = ["openai-compatible", "comfyui"] as const;
export type OwnProtocol = (typeof ownProtocols)[number];

/** How to call a server of `MODELS_FILE`, stored with the provider's row. */
export interface OwnConnection {
  readonly protocol: OwnProtocol;
  /** Environment variable with the whole value of each header, by the header's name. */
  readonly headersEnv: Readonly<Record<string, string>>;
  /** Digest of the provider's entry, by which processes with another file are found. */
  readonly digest: string;
}

/** Setting that an own provider's row names: the one with the file. */
export const ownSetting = "MODELS_FILE";
