import { type Context, isSameFile, type Turn } from "#domain/conversations/context.ts";
import type { Reference } from "#domain/conversations/follow-up.ts";

/**
 * Earlier messages as a language model receives them: the text of the caller, its request, and a handle for each
 * file. Files, URLs, names of files, transcripts and ids are not part of it.
 */
export interface ModelContext {
  /** One line of JSON for each message, oldest first. JSON keeps a message from looking like another line. */
  readonly text: string;
  readonly files: ReadonlyMap<string, Reference>;
}

const textCharactersMax = 160;
const labelCharactersMax = 40;
const filesMax = 8;
const optionsMax = 10;
const contextCharactersMax = 6_000;

/** Builds the context of the newest messages, as many as its length permits. */
export function toModelContext(context: Context, turnsMax: number): ModelContext {
  const files = new Map<string, Reference>();
  const lines: string[] = [];
  let characters = 0;
  for (const [at, turn] of context.slice(0, turnsMax).entries()) {
    const handles = listHandles(turn, at);
    const line = JSON.stringify(describe(turn, handles));
    characters += line.length;
    if (characters > contextCharactersMax) break;
    lines.unshift(line);
    for (const { handle, reference } of handles) files.set(handle, reference);
  }
  return { text: lines.join("\n"), files };
}

interface Handle {
  readonly handle: string;
  readonly reference: Reference;
  readonly medium: string;
}

/** "m1" is the last message, "m1.r2" its second result, "m1.s1" the first file that was sent with it. */
function listHandles({ made, sent }: Turn, at: number): Handle[] {
  return [
    ...made.slice(0, filesMax).map((file, index) => ({ ...file, handle: `r${index + 1}` })),
    ...sent.slice(0, filesMax).map((file, index) => ({ ...file, handle: `s${index + 1}` })),
  ].map(({ handle, reference, medium }) => ({
    handle: `m${at + 1}.${handle}`,
    reference,
    medium,
  }));
}

function describe(turn: Turn, handles: readonly Handle[]): object {
  const { text, act, capability, parameters, refersTo, question } = turn;
  const { aspectRatio, durationSeconds, count, style, language, speed } = parameters;
  return {
    message: cut(text, textCharactersMax),
    act,
    ...(capability === undefined ? {} : { capability }),
    aspectRatio,
    durationSeconds,
    count,
    style: style === undefined ? undefined : cut(style, labelCharactersMax),
    language,
    speed,
    files: handles.map(({ handle, medium }) => `${handle} ${medium}`),
    ...(refersTo.length === 0 ? {} : { worksOnEarlierFiles: refersTo.length }),
    ...(question === undefined
      ? {}
      : {
          askedFor: question
            .slice(0, optionsMax)
            .map(({ label }) => cut(label, labelCharactersMax)),
        }),
  };
}

function cut(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1)}…`;
}

/** Finds the files of handles. Null when one is unknown. */
export function findFiles(
  handles: readonly string[],
  { files }: ModelContext,
): readonly Reference[] | null {
  const found = handles.flatMap((handle) => files.get(handle) ?? []);
  const distinct = found.filter(
    (file, at) => found.findIndex((each) => isSameFile(each, file)) === at,
  );
  return found.length === handles.length ? distinct : null;
}
