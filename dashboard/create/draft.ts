import type {
  Capability,
  ChatRequest,
  GenerationParameters,
  GenerationRequest,
  Input,
  Job,
} from "@gme/client";

/** File that the request works on; without `assetId` while it is being uploaded. */
export interface DraftFile {
  readonly id: string;
  readonly name: string;
  readonly kind: Input["kind"];
  readonly assetId?: string;
}

/** Fields of a structured request, which replace the parsing of the text. */
export interface DraftFields {
  readonly capability: Capability;
  readonly parameters: GenerationParameters;
  readonly model?: string;
}

export interface Draft {
  readonly text: string;
  readonly files: readonly DraftFile[];
  readonly fields: DraftFields | null;
  /** Idempotency-Key of the request: a double click or a lost response creates one job. */
  readonly key: string;
}

export type DraftAction =
  | { readonly type: "write"; readonly text: string }
  | { readonly type: "add-file"; readonly file: DraftFile }
  | { readonly type: "file-uploaded"; readonly id: string; readonly assetId: string }
  | { readonly type: "remove-file"; readonly id: string }
  | { readonly type: "set-fields"; readonly fields: DraftFields | null; readonly text?: string }
  | { readonly type: "replace"; readonly draft: Draft }
  | { readonly type: "sent"; readonly key: string };

export function emptyDraft(key: string): Draft {
  return { text: "", files: [], fields: null, key };
}

export function changeDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case "write":
      return { ...draft, text: action.text };
    case "add-file":
      return {
        ...draft,
        // The same file again, such as an effect that React runs twice, changes nothing.
        files: [...draft.files.filter(({ id }) => id !== action.file.id), action.file],
      };
    case "file-uploaded":
      return {
        ...draft,
        files: draft.files.map((file) =>
          file.id === action.id ? { ...file, assetId: action.assetId } : file,
        ),
      };
    case "remove-file":
      return { ...draft, files: draft.files.filter(({ id }) => id !== action.id) };
    case "set-fields":
      return { ...draft, fields: action.fields, text: action.text ?? draft.text };
    case "replace":
      return action.draft;
    case "sent":
      return { ...draft, key: action.key };
  }
}

export type DraftRequest =
  | { readonly operationId: "createChatJob"; readonly path: string; readonly body: ChatRequest }
  | {
      readonly operationId: "createGeneration";
      readonly path: string;
      readonly body: GenerationRequest;
    };

/** Request of a draft; null while there is nothing to send or a file is on its way. */
export function toRequest({ text, files, fields }: Draft): DraftRequest | null {
  const words = text.trim();
  if (files.some(({ assetId }) => assetId === undefined)) return null;
  if (words === "" && (fields === null || files.length === 0)) return null;
  const inputs = files.flatMap(({ kind, assetId }) =>
    assetId === undefined ? [] : [{ kind, assetId }],
  );
  const withInputs = inputs.length === 0 ? {} : { inputs };
  if (fields === null) {
    const body = { message: words, parseIntent: true, ...withInputs };
    return { operationId: "createChatJob", path: "/v1/chat", body };
  }
  const { capability, parameters, model } = fields;
  const body = {
    capability,
    ...(words === "" ? {} : { prompt: words }),
    ...withInputs,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...(model === undefined ? {} : { model }),
  };
  return { operationId: "createGeneration", path: "/v1/generations", body };
}

/** Draft that repeats the request of a job, for a change. Files that are gone are left out. */
export function draftOfJob({ request }: Job, key: string): Draft {
  const { capability, prompt, parameters } = request;
  return {
    text: prompt ?? "",
    files: request.inputs.flatMap(({ kind, assetId }) =>
      assetId === undefined
        ? []
        : [{ id: assetId, name: kind, kind: kind as DraftFile["kind"], assetId }],
    ),
    fields: capability === undefined ? null : { capability: capability as Capability, parameters },
    key,
  };
}
