import type { Capability, InputKind } from "./capability.ts";
import type { Issue } from "./errors.ts";

/**
 * How to add an engine:
 * 1. Write a module under `engines/` that exports one `Engine`.
 * 2. Put it at its capability in `engines/index.ts`.
 *
 * Nothing else is needed: queue, durability, cancelling, progress and output files come from the
 * server. An engine runs in a child process of its own, one generation at a time, so it may block
 * and may keep models in module variables between generations; the process is let go when idle and
 * killed when a cancelled engine does not stop by itself.
 */
export interface Engine {
  readonly capability: Capability;
  /** What would serve a request now. Called in the server's process: look at files, load no model. */
  describe(settings: EngineSettings): Promise<EngineStatus>;
  /**
   * What is wrong with a request beyond what the protocol checks (names, types, required inputs):
   * every problem, empty when it can run. Called in the server's process before accepting.
   */
  validate?(request: EngineRequest): readonly Issue[];
  /**
   * Makes the outputs. The same request, seed and inputs must give the same bytes. Throws
   * `StudioError` with `invalid_input` for what the caller must change; anything else thrown
   * becomes `engine_failed`.
   */
  run(request: EngineRequest, context: EngineContext): Promise<EngineResult>;
}

export type Tier = "neural" | "algorithmic" | "procedural" | "basic";

export interface EngineDescription {
  readonly name: string;
  readonly tier: Tier;
  /** One line: what it cannot do. */
  readonly limitation: string;
}

export interface EngineStatus {
  readonly engine: EngineDescription;
  readonly available: boolean;
  /** The model pack that is missing and would make this available or better. */
  readonly pack?: string;
}

export interface EngineSettings {
  /** Absolute. Where model packs are kept. */
  readonly modelsFolder: string;
  /** The ffmpeg executable, or null when this machine has none. */
  readonly ffmpegPath: string | null;
}

/** Parameters as the protocol names them. Absent means that the caller did not say so. */
export interface GenerationParameters {
  readonly aspectRatio?: string | undefined;
  /** Pixels, as are `height` and the sizes of outputs. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly resolution?: string | undefined;
  readonly durationSeconds?: number | undefined;
  readonly fps?: number | undefined;
  readonly count?: number | undefined;
  readonly style?: string | undefined;
  readonly voice?:
    | {
        readonly gender?: "female" | "male" | undefined;
        readonly accent?: string | undefined;
        readonly tone?: string | undefined;
        readonly age?: string | undefined;
        readonly name?: string | undefined;
      }
    | undefined;
  readonly speed?: number | undefined;
  readonly language?: string | undefined;
  readonly format?: string | undefined;
  readonly scale?: number | undefined;
  readonly strength?: number | undefined;
  readonly seed?: number | undefined;
  readonly negativePrompt?: string | undefined;
  readonly operations?: readonly string[] | undefined;
  readonly timestamps?: boolean | undefined;
  readonly trimStartSeconds?: number | undefined;
  readonly trimEndSeconds?: number | undefined;
}

export interface EngineRequest {
  readonly capability: Capability;
  readonly model: string;
  /** Trimmed; empty when the caller gave none. */
  readonly prompt: string;
  readonly parameters: GenerationParameters;
}

/** An attached file. It is already on disk, checked against its hash and its kind. */
export interface EngineInput {
  readonly kind: InputKind;
  /** Absolute. Read only. */
  readonly path: string;
  /** As sniffed from its first bytes, e.g. `image/png`. */
  readonly contentType: string;
}

export interface EngineContext {
  /** 32 bits, unsigned. The only source of randomness that an engine may use. */
  readonly seed: number;
  /** In the order of the request. */
  readonly inputs: readonly EngineInput[];
  /** Absolute, empty at the start, this run's own. Outputs are written here; the rest is removed. */
  readonly workFolder: string;
  readonly settings: EngineSettings;
  /** Aborts on cancel. An engine that has not returned two seconds later is killed with its process. */
  readonly signal: AbortSignal;
  /** `fraction` 0–1; `stage` one or two words in lower case, such as `drawing`. */
  progress(fraction: number, stage: string, etaSeconds?: number): void;
}

export interface EngineOutput {
  /** Absolute, inside `workFolder`. */
  readonly path: string;
  readonly contentType: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  /** What was understood or said, for engines whose result is text. */
  readonly text?: string;
}

export interface EngineResult {
  /** What really made this result; its limitation may speak about this very request. */
  readonly engine: EngineDescription;
  readonly outputs: readonly EngineOutput[];
}
