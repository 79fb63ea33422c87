import type { Capability, InputKind } from "./capability.ts";
import type { OperationName } from "./engines/media/operations.ts";
import type { Issue } from "./errors.ts";

/**
 * Generates the outputs of one capability. To add an engine:
 * 1. Write a module under `engines/` that exports one `Engine`.
 * 2. Register it under its capability in `engines/index.ts`.
 * An engine with neural weights calls `usePack` of `models/use-pack.ts` before it reads them.
 *
 * The server provides queue, durability, cancellation, progress and storage of outputs. An engine
 * runs in a separate child process, one generation at a time. It may therefore block, and may keep
 * models in module variables between generations. The server ends idle processes, and kills an
 * engine that does not stop after a cancellation.
 */
export interface Engine {
  readonly capability: Capability;
  /**
   * Describes the engine that would run a request now. Called in the server's process, so
   * implementations may inspect files but must not load models.
   */
  describe(settings: EngineSettings): Promise<EngineStatus>;
  /**
   * Lists every problem of a request that the protocol's own checks (names, types, required inputs)
   * do not find; empty when the request can run. `kinds` are those of the inputs in their order. Called in
   * the server's process before acceptance.
   */
  validate?(request: EngineRequest, kinds: readonly InputKind[]): readonly Issue[];
  /**
   * Generates the outputs. The same request, seed and inputs must produce the same bytes. Throws
   * `StudioError` with `invalid_input` for problems that the caller must correct; other errors
   * become `engine_failed`.
   */
  run(request: EngineRequest, context: EngineContext): Promise<EngineResult>;
}

export type Tier = "neural" | "algorithmic" | "procedural" | "basic";

export interface EngineDescription {
  readonly name: string;
  readonly tier: Tier;
  /** The engine's limitations, in one line. */
  readonly limitation: string;
}

export interface EngineStatus {
  readonly engine: EngineDescription;
  readonly available: boolean;
  /** The missing model pack that would make the capability available or better. */
  readonly pack?: string;
}

export interface EngineSettings {
  /** Absolute path of the folder of model packs. */
  readonly modelsFolder: string;
  /** Path of the ffmpeg executable, or null when none was found. */
  readonly ffmpegPath: string | null;
}

/** Parameters by their protocol names. An absent parameter was not given by the caller. */
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
  /** Names such as `denoise`, or media operations with their parameters. */
  readonly operations?: readonly (string | TypedOperation)[] | undefined;
  readonly timestamps?: boolean | undefined;
  /** A film with or without sound; absent: as its prompt says. */
  readonly sound?: boolean | undefined;
  readonly trimStartSeconds?: number | undefined;
  readonly trimEndSeconds?: number | undefined;
}

export interface TypedOperation {
  readonly operation: OperationName;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

export interface EngineRequest {
  readonly capability: Capability;
  readonly model: string;
  /** Trimmed; empty when the request has no prompt. */
  readonly prompt: string;
  readonly parameters: GenerationParameters;
}

/** A request for a media operation. Its parameters are those of the operation. */
export interface OperationRequest {
  readonly model: string;
  readonly operation: OperationName;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** An input file on disk, verified against its hash and kind. */
export interface EngineInput {
  readonly kind: InputKind;
  /** Absolute path. Engines must not modify the file. */
  readonly path: string;
  /** Media type sniffed from the first bytes, such as `image/png`. */
  readonly contentType: string;
}

export interface EngineContext {
  /** Unsigned 32-bit integer. Engines must use no other source of randomness. */
  readonly seed: number;
  /** In the order of the request. */
  readonly inputs: readonly EngineInput[];
  /** Absolute path of this run's folder, initially empty. Files that are not outputs are deleted. */
  readonly workFolder: string;
  readonly settings: EngineSettings;
  /** Aborts on cancellation. The process is killed if the engine has not returned after two seconds. */
  readonly signal: AbortSignal;
  /** Reports progress: `fraction` from 0 to 1, `stage` of one or two lower-case words. */
  progress(fraction: number, stage: string, etaSeconds?: number): void;
}

export interface EngineOutput {
  /** Absolute path inside `workFolder`. */
  readonly path: string;
  readonly contentType: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  /** Transcript or description, from engines whose result is text. */
  readonly text?: string;
}

export interface EngineResult {
  /** The engine that generated the outputs. Its limitation may describe this request. */
  readonly engine: EngineDescription;
  readonly outputs: readonly EngineOutput[];
}
