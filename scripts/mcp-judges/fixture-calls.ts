/**
 * The scenarios of the tasks extension call tools of a fixture server. Each of these calls becomes a call of a tool of the
 * engine that behaves as the fixture is described, so that real jobs of a running engine are judged. Results are
 * not changed. What no tool does (ask in the middle of a task, refuse clients without tasks, end with an error of the
 * protocol, say hello) is in the baseline.
 */
const fixtures: Readonly<Record<string, (args: Arguments) => Call>> = {
  greet: ({ name }) => ({ name: "list_models", arguments: { search: String(name) } }),
  slow_compute: ({ seconds, label }) =>
    order(Number(seconds) < longSeconds ? "image" : "video", label),
  failing_job: () => ({
    name: "generate",
    arguments: {
      capability: "image-to-image",
      prompt: "as a drawing",
      // Reserved for names that do not exist (RFC 6761), so the job fails when it reads its input.
      inputs: [{ kind: "image", url: "https://gme.invalid/fox.png" }],
    },
  }),
};

/** From here on a scenario cancels the task instead of waiting for it. */
const longSeconds = 10;

type Arguments = Readonly<Record<string, unknown>>;

interface Call {
  readonly name: string;
  readonly arguments: Arguments;
}

function order(type: "image" | "video", label: unknown): Call {
  const prompt = `a red fox, ${String(label)}`;
  // The suite waits ten seconds for an image.
  const parameters = type === "image" ? { width: 128, height: 128 } : {};
  return { name: "generate", arguments: { capability: `text-to-${type}`, prompt, parameters } };
}

interface Message {
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly arguments?: Arguments };
}

/** Returns the message with the engine's tool in place of a fixture, and the fixture's name if it had one. */
export function translateCall(body: string): { readonly body: string; readonly fixture?: string } {
  const message = parse(body);
  const name = String(message?.params?.name);
  if (message?.method !== "tools/call" || !Object.hasOwn(fixtures, name)) return { body };
  const call = fixtures[name]?.(message.params?.arguments ?? {});
  return {
    body: JSON.stringify({ ...message, params: { ...message.params, ...call } }),
    fixture: name,
  };
}

/** Name of the tool in a translated message. */
export function toolOf(body: string): string {
  return String(parse(body)?.params?.name);
}

function parse(body: string): Message | undefined {
  try {
    return JSON.parse(body) as Message;
  } catch {
    // Scenarios also send what is no JSON.
    return undefined;
  }
}
