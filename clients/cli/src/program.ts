import { Command, InvalidArgumentError, Option } from "commander";

import type { BatchOptions } from "./commands/batch.ts";
import type { RequestOptions } from "./commands/generate.ts";
import type { McpOptions } from "./commands/mcp.ts";
import type { ListenOptions } from "./commands/webhooks.ts";
import type { ConnectionOptions } from "./connection.ts";
import { resembling } from "./resembling.ts";
import type { JobOptions } from "./run-job.ts";

type Common = ConnectionOptions & JobOptions;

/** All commands. What a command does is imported when it is used. */
export function createProgram(version: string): Command {
  const program = new Command("gme");
  program
    .description("Images, video, audio and 3D from many providers.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show the help of a command")
    .configureHelp({ showGlobalOptions: false })
    .enablePositionalOptions()
    .showHelpAfterError("See: gme --help")
    .exitOverride();

  forJob(
    connecting(
      program.argument("[message...]", "what you want, in a sentence; - reads standard input"),
    ),
  )
    .addHelpText("after", examples)
    .action(async (words: string[], options: RequestOptions) => {
      if (words.length === 0) program.help();
      const command = resembling(
        words,
        program.commands.map((one) => one.name()),
      );
      if (command !== undefined)
        program.error(`error: unknown command "${words[0]}". Did you mean ${command}?`);
      await (await import("./commands/generate.ts")).sendMessage(words, options);
    });
  addGeneration(program);
  addJobs(program);
  addCatalog(program);
  addResources(program);
  addAccount(program);
  for (const command of listCommands(program)) command.copyInheritedSettings(program);
  return program;
}

const examples = `
Examples:
  gme "a red fox at night" -o fox.png
  gme generate -c text-to-video -p "waves at dawn" -P duration=5 -o waves.mp4
  gme "a fox" -o - | gme upscale - -o large.png
  gme webhooks listen --forward-to http://localhost:3000/hook

Exit codes:
  0 done           3 job failed or refused      6 credits or price
  1 fault          4 credential or permission   7 try later
  2 usage          5 question asked             8 waited too long (the job goes on)
                                              130 interrupted`;

function addGeneration(program: Command): void {
  forJob(connecting(program.command("generate")))
    .description("generate with a capability, a model and its parameters")
    .option("-c, --capability <name>", "kind of generation, such as text-to-video")
    .option("-p, --prompt <text>", "prompt; - reads standard input")
    .action(async (options: RequestOptions) =>
      (await import("./commands/generate.ts")).generate(options),
    );
  const verbs = {
    edit: ["<file>", "change an image, a video or a voice, as a sentence says"],
    upscale: ["<file>", "enlarge an image or a video"],
    speak: ["<text>", "speak a text"],
    transcribe: ["<file>", "write down what a recording says"],
    describe: ["<file>", "describe an image, or answer a question about it"],
  } as const;
  for (const [verb, [argument, description]] of Object.entries(verbs)) {
    const name = argument.slice(1, -1);
    forJob(connecting(program.command(verb)))
      .description(description)
      .argument(
        `[${name}]`,
        name === "file"
          ? "path, URL or asset id; - reads standard input"
          : "text; - reads standard input",
      )
      .argument("[words...]", "what to do, or the rest of the text")
      .option("-p, --prompt <text>", "what to do; - reads standard input")
      .action(async (first: string | undefined, words: string[], options: RequestOptions) => {
        const given = first === undefined ? words : [first, ...words];
        await (await import("./commands/generate.ts")).generateFrom(verb, given, options);
      });
  }
  connecting(program.command("estimate"))
    .description("show the price of a request, and what would be done")
    .argument("[message...]", "what you want, in a sentence")
    .option("-c, --capability <name>", "kind of generation")
    .option("-p, --prompt <text>", "prompt, with -c")
    .addOption(modelOption())
    .addOption(parameterOption())
    .addOption(inputOption())
    .action(async (words: string[], options: RequestOptions) => {
      const { generate, sendMessage } = await import("./commands/generate.ts");
      const dry = { ...options, dryRun: true };
      if (options.capability === undefined) await sendMessage(words, dry);
      else await generate(dry);
    });
  const batch = program.command("batch").description("run many requests under one budget");
  connecting(batch.command("run"))
    .description("run a file of requests, one a line: JSON, or a prompt; repeat to continue")
    .argument("<file>", "file of requests; - reads standard input")
    .option("--budget <credits>", "limit of the whole batch", toCount)
    .option("--name <name>", "name by which the batch is continued (default: file and content)")
    .option("-c, --capability <name>", "capability of requests that name none")
    .addOption(modelOption())
    .option("-o, --output <folder>", "store the results in a folder")
    .option("-f, --force", "replace files")
    .option("-y, --yes", "accept any price")
    .addOption(progressOption())
    .action(async (file: string, options: BatchOptions) =>
      (await import("./commands/batch.ts")).runBatch(file, options),
    );
}

function addJobs(program: Command): void {
  const jobs = program.command("jobs").description("list, follow and end jobs");
  connecting(jobs.command("ls", { isDefault: true }))
    .description("list jobs, newest first")
    .option("--status <status>", "such as completed, failed or processing")
    .option("-c, --capability <name>", "kind of generation")
    .addOption(modelOption())
    .option("-n, --limit <count>", "number of jobs", toCount, 20)
    .action(async (options: Common) => (await import("./commands/jobs.ts")).listJobs(options));
  connecting(jobs.command("show"))
    .description("show a job")
    .argument("<jobId>")
    .action(async (jobId: string, options: Common) =>
      (await import("./commands/jobs.ts")).showJob(jobId, options),
    );
  connecting(jobs.command("watch"))
    .description("follow jobs until their end")
    .argument("<jobId...>")
    .action(async (jobIds: string[], options: Common) =>
      (await import("./commands/jobs.ts")).watchJobs(jobIds, options),
    );
  connecting(jobs.command("cancel"))
    .description("cancel jobs")
    .argument("<jobId...>")
    .action(async (jobIds: string[], options: Common) =>
      (await import("./commands/jobs.ts")).cancelJobs(jobIds, options),
    );
  forResult(connecting(jobs.command("retry")))
    .description("run the request of a job again")
    .argument("<jobId>")
    .option("--max-credits <credits>", "highest price", toCount)
    .action(async (jobId: string, options: Common) =>
      (await import("./commands/jobs.ts")).retryJob(jobId, options),
    );
  connecting(jobs.command("rm"))
    .description("delete jobs with their files")
    .argument("<jobId...>")
    .action(async (jobIds: string[], options: Common) =>
      (await import("./commands/jobs.ts")).removeJobs(jobIds, options),
    );
  connecting(jobs.command("open"))
    .description("open a job in the browser")
    .argument("<jobId>")
    .action(async (jobId: string, options: Common) =>
      (await import("./commands/jobs.ts")).openJob(jobId, options),
    );
  connecting(program.command("get"))
    .description("get the result of a job")
    .argument("<jobId>")
    .option("-o, --output <path>", "file, folder/ or - for standard output")
    .option("-f, --force", "replace files")
    .option("-w, --wait", "wait for the end of the job")
    .option("--timeout <seconds>", "longest wait", toCount)
    .addOption(progressOption())
    .action(async (jobId: string, options: Common) =>
      (await import("./commands/jobs.ts")).getJob(jobId, {
        ...options,
        wait: options.wait === true,
      }),
    );
}

function addCatalog(program: Command): void {
  const models = program.command("models").description("search models, with prices and limits");
  connecting(models.command("ls", { isDefault: true }))
    .description("list models that can be used")
    .argument("[search]", "part of a name or a description")
    .option("-c, --capability <name>", "kind of generation")
    .option("-t, --type <type>", "image, video, audio or 3d")
    .option("--provider <slug>", "models of one provider")
    .option("-a, --all", "also models that cannot be used now")
    .action(async (search: string | undefined, options: Common) =>
      (await import("./commands/models.ts")).listModels(search, options),
    );
  connecting(models.command("show"))
    .description("show a model")
    .argument("<modelId>")
    .action(async (modelId: string, options: Common) =>
      (await import("./commands/models.ts")).showModel(modelId, options),
    );
  connecting(models.command("schema"))
    .description("print the JSON Schema of a model's parameters")
    .argument("<modelId>")
    .action(async (modelId: string, options: Common) =>
      (await import("./commands/models.ts")).showSchema(modelId, options),
    );
  connecting(program.command("providers"))
    .description("list providers")
    .action(async (options: Common) =>
      (await import("./commands/account.ts")).showProviders(options),
    );
  connecting(program.command("types"))
    .description("print TypeScript declarations of the models' parameters")
    .action(async (options: Common) => (await import("./commands/models.ts")).printTypes(options));
}

function addResources(program: Command): void {
  const pipelines = program.command("pipelines").description("list, run and store pipelines");
  connecting(pipelines.command("ls", { isDefault: true }))
    .description("list pipelines")
    .action(async (options: Common) =>
      (await import("./commands/files.ts")).listPipelines(options),
    );
  connecting(pipelines.command("show"))
    .description("print a pipeline with its definition")
    .argument("<pipelineId>")
    .action(async (id: string, options: Common) =>
      (await import("./commands/files.ts")).showPipeline(id, options),
    );
  forResult(connecting(pipelines.command("run")))
    .description("run a pipeline")
    .argument("<pipelineId>")
    .addOption(parameterOption().default(undefined))
    .option("-i, --input <name=file>", "input that is a file (repeatable)", collect)
    .option("-y, --yes", "accept the price without being asked")
    .option("--max-credits <credits>", "highest price", toCount)
    .action(async (id: string, options: Common) =>
      (await import("./commands/files.ts")).runPipeline(id, options),
    );
  connecting(pipelines.command("apply"))
    .description(
      "create or update the pipeline that a file describes: name and definition, as JSON",
    )
    .argument("<file>")
    .action(async (file: string, options: Common) =>
      (await import("./commands/files.ts")).applyPipeline(file, options),
    );
  const assets = program.command("assets").description("list, upload and delete files for inputs");
  connecting(assets.command("ls", { isDefault: true }))
    .description("list assets, newest first")
    .option("-n, --limit <count>", "number of assets", toCount, 20)
    .action(async (options: Common) => (await import("./commands/files.ts")).listAssets(options));
  connecting(assets.command("add"))
    .description("upload files; a content that is known is not sent again")
    .argument("<file...>")
    .action(async (files: string[], options: Common) =>
      (await import("./commands/files.ts")).addAssets(files, options),
    );
  connecting(assets.command("rm"))
    .description("delete assets")
    .argument("<assetId...>")
    .action(async (ids: string[], options: Common) =>
      (await import("./commands/files.ts")).removeAssets(ids, options),
    );
  const webhooks = program
    .command("webhooks")
    .description("listen to webhooks on this machine, and manage them");
  connecting(webhooks.command("listen"))
    .description("pass webhooks on to a local server, without a tunnel and without loss")
    .option("--forward-to <url>", "URL or port of the local server; without it, events are printed")
    .option("--events <types>", "event types, separated by commas (default: all)")
    .option("--print-secret", "print the signing secret and exit")
    .option("--replay <jobId>", "deliver the events of a job again")
    .action(async (options: ListenOptions) =>
      (await import("./commands/webhooks.ts")).listen(options),
    );
  connecting(webhooks.command("ls", { isDefault: true }))
    .description("list webhooks")
    .action(async (options: Common) =>
      (await import("./commands/webhooks.ts")).listWebhooks(options),
    );
  connecting(webhooks.command("create"))
    .description("create a webhook and print its secret")
    .argument("<url>")
    .option("--events <types>", "event types, separated by commas (default: all)")
    .action(async (url: string, options: Common) =>
      (await import("./commands/webhooks.ts")).createWebhook(url, options),
    );
  connecting(webhooks.command("test"))
    .description("send a test event")
    .argument("<webhookId>")
    .action(async (id: string, options: Common) =>
      (await import("./commands/webhooks.ts")).testWebhook(id, options),
    );
  connecting(webhooks.command("redeliver"))
    .description("deliver an event of gme webhooks listen again")
    .argument("<deliveryId>")
    .action(async (id: string, options: Common) =>
      (await import("./commands/webhooks.ts")).redeliver(id, options),
    );
  connecting(webhooks.command("rm"))
    .description("delete a webhook")
    .argument("<webhookId>")
    .action(async (id: string, options: Common) =>
      (await import("./commands/webhooks.ts")).removeWebhook(id, options),
    );
}

function addAccount(program: Command): void {
  const keys = program
    .command("keys")
    .description("list API keys; people create and revoke them in the dashboard");
  connecting(keys.command("ls", { isDefault: true }))
    .description("list API keys, with their limits")
    .action(async (options: Common) => (await import("./commands/account.ts")).listKeys(options));
  connecting(program.command("credits"))
    .description("show the available credits")
    .action(async (options: Common) =>
      (await import("./commands/account.ts")).showCredits(options),
    );
  connecting(program.command("usage"))
    .description("show credits by day, model, key or member")
    .addOption(
      new Option("--by <what>", "groups").choices(["day", "model", "key", "member"]).default("day"),
    )
    .option("--from <date>", "first day, such as 2026-11-01")
    .option("--to <date>", "last day")
    .action(async (options: Common) => (await import("./commands/account.ts")).showUsage(options));
  connecting(program.command("login"))
    .description("store an API key in a profile")
    .option("--device", "get the key by your decision in a browser, on this or another machine")
    .option("--key <key>", "API key; - reads standard input, so that no history has it")
    .action(async (options: Common & { key?: string; device?: boolean }) =>
      (await import("./commands/account.ts")).logIn(options),
    );
  program
    .command("logout")
    .description("remove a profile, and revoke its key if gme login --device has created it")
    .option("--profile <name>", "profile (default: the current one)")
    .action(async (options: Common) => (await import("./commands/account.ts")).logOut(options));
  connecting(program.command("whoami"))
    .description("show the account and the organization of the credential")
    .action(async (options: Common) => (await import("./commands/account.ts")).whoAmI(options));
  program
    .command("profiles")
    .description("list profiles, or choose the current one")
    .option("--use <name>", "make a profile the current one")
    .option("--json", "print JSON")
    .action(async (options: Common & { use?: string }) =>
      (await import("./commands/account.ts")).listProfiles(options),
    );
  connecting(program.command("mcp"))
    .description("serve language models on this machine: MCP on standard input and output")
    .option("--folder <path>", "folder for local files (default: the working folder)")
    .action(async (options: McpOptions) => (await import("./commands/mcp.ts")).serveMcp(options));
  connecting(program.command("api"))
    .description("send a request to any path of the API")
    .argument("<method>", "GET, POST, PUT or DELETE")
    .argument("<path>", "path with query, such as /v1/jobs?limit=5")
    .option("-d, --data <json>", "body; - reads standard input")
    .action(async (method: string, path: string, options: Common & { data?: string }) =>
      (await import("./commands/account.ts")).callApi(method, path, options),
    );
}

function connecting(command: Command): Command {
  return command
    .option("--json", "print JSON")
    .option("--url <url>", "URL of the engine (GME_BASE_URL)")
    .option("--api-key <key>", "API key (GME_API_KEY)")
    .option("--profile <name>", "profile of gme login (GME_PROFILE)");
}

/** Options of commands that end with files. */
function forResult(command: Command): Command {
  return command
    .option("-o, --output <path>", "file, folder/ or - for standard output (default: print URLs)")
    .option("-f, --force", "replace files")
    .option("--no-wait", "print the job's id and leave")
    .option("--timeout <seconds>", "longest wait; the job goes on (default: 900)", toCount)
    .addOption(progressOption());
}

/** Options of commands that order a generation. */
function forJob(command: Command): Command {
  return forResult(command)
    .addOption(modelOption())
    .addOption(parameterOption())
    .addOption(inputOption())
    .option("-y, --yes", "accept the price without being asked")
    .option("--max-credits <credits>", "highest price", toCount)
    .option("--dry-run", "show the price only");
}

function modelOption(): Option {
  return new Option("-m, --model <id>", "model (default: the engine chooses)");
}

function parameterOption(): Option {
  return new Option("-P, --param <name=value>", "parameter (repeatable)").argParser(collect);
}

function inputOption(): Option {
  return new Option(
    "-i, --input <file>",
    "path, URL, asset id or -; mask:file for a mask (repeatable)",
  ).argParser(collect);
}

function progressOption(): Option {
  return new Option("--progress <mode>", "json: one object a line, on standard error").choices([
    "auto",
    "json",
    "none",
  ]);
}

function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

function toCount(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number.");
}

function listCommands(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...listCommands(one)]);
}
