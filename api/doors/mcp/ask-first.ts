import {
  acceptedContent,
  type InputRequiredResult,
  inputRequired,
} from "@modelcontextprotocol/server";
import { z } from "zod";

import type { PresentedJob } from "#api/present/job.ts";

import { estimateOrder, type Priced, type PricedRun, type Unclear } from "./estimate-order.ts";
import type { McpCall } from "./mcp-call.ts";
import { hashOrder, type Order, type OrderArguments, toGenerationOrder, toOrder } from "./order.ts";
import { priceText } from "./results/estimate-text.ts";
import { questionText } from "./results/question-text.ts";
import type { ToolAnswer } from "./tool.ts";

type QuestionOption = NonNullable<PresentedJob["question"]>["options"][number];

/** State of the forms of one order, signed and sent along with them. */
const stateSchema = z.strictObject({
  /** SHA-256 of the order that the forms are about. */
  order: z.string(),
  /** Time from which URLs of outputs are valid. */
  at: z.iso.datetime(),
  /** Option of the question that was chosen. */
  choice: z.string().optional(),
  /** Estimate with the price that the person was asked about. */
  estimateId: z.string().optional(),
  credits: z.int().optional(),
});
type FormState = z.output<typeof stateSchema>;

/**
 * Settles what must be settled before an order: the meaning of a message, and the consent to a price above
 * MCP_CONFIRM_CREDITS. A client with forms asks the person; any other gets the question as text. Returns the
 * order, with its estimate, or what to answer instead.
 */
export async function askFirst(
  args: OrderArguments,
  call: McpCall,
): Promise<{ readonly order: Order } | { readonly answer: ToolAnswer }> {
  const state = readState(args, call);
  const first = await toOrder(args, new Date(state.at), call);
  // A structured order with a limit of the price has nothing to be asked about.
  if (args.message === undefined && args.max_credits !== undefined) return { order: first };

  if (isDeclined(call, "choice") || isDeclined(call, "confirm")) return { answer: declined };
  const agreed = agreedPrice(state, call);
  const choice = state.choice ?? chosenOption(call);
  if (agreed !== null && choice === undefined) return { order: withPrice(first, agreed) };

  const estimate = await estimateOrder(first, call);
  if (estimate.outcome !== "needs_input") {
    return agree({ order: first, estimate, limit: args.max_credits }, state, call);
  }
  const body = bodyOfChoice(choice, estimate);
  if (body === undefined) return { answer: await askQuestion(estimate, state, call) };
  const order = toGenerationOrder(body);
  if (agreed !== null) return { order: withPrice(order, agreed) };
  const ofChoice = await estimateOrder(order, call);
  if (ofChoice.outcome === "needs_input") {
    return { answer: await askQuestion(ofChoice, state, call) };
  }
  return agree({ order, estimate: ofChoice, limit: args.max_credits }, { ...state, choice }, call);
}

/** Price that the person has agreed to in a form. */
function agreedPrice(
  { estimateId, credits }: FormState,
  { answered }: McpCall,
): { readonly estimateId: string; readonly credits: number } | null {
  const confirm = acceptedContent(answered.responses, "confirm")?.["confirm"];
  return confirm === true && estimateId !== undefined && credits !== undefined
    ? { estimateId, credits }
    : null;
}

function bodyOfChoice(
  choice: string | undefined,
  { question }: Unclear,
): Order["body"] | undefined {
  const option = question.options.find(({ label }) => label === choice);
  return option && completeBody(option);
}

/** Orders at the estimated price, or asks for consent when the person has set no limit and the price is high. */
async function agree(
  {
    order,
    estimate,
    limit,
  }: {
    readonly order: Order;
    readonly estimate: Priced | PricedRun;
    readonly limit: number | undefined;
  },
  state: FormState,
  call: McpCall,
): Promise<{ readonly order: Order } | { readonly answer: ToolAnswer }> {
  const credits = estimate.price.maxCredits;
  const { estimateId } = estimate;
  if (limit !== undefined || credits <= call.dependencies.settings.mcpConfirmCredits) {
    return { order: withPrice(order, { estimateId, credits: limit ?? credits }) };
  }
  const text = `${priceText(estimate)} Make it?`;
  if (!call.client.hasForms) {
    return {
      answer: {
        content: [
          {
            type: "text",
            text: `Nothing was made yet. Ask the person: ${text} If they agree, call generate again with max_credits ${credits}.`,
          },
        ],
        structuredContent: { outcome: "confirm_price", credits },
      },
    };
  }
  const requestState = await call.signState({ ...state, estimateId, credits });
  return {
    answer: inputRequired({
      requestState,
      inputRequests: {
        confirm: inputRequired.elicit({
          message: text,
          requestedSchema: {
            type: "object",
            properties: {
              confirm: { type: "boolean", title: `Pay ${credits} credits`, default: true },
            },
            required: ["confirm"],
          },
        }),
      },
    }),
  };
}

async function askQuestion(
  { question }: Unclear,
  { order, at }: FormState,
  call: McpCall,
): Promise<ToolAnswer> {
  const labels = question.options
    .filter((option) => completeBody(option) !== undefined)
    .map(({ label }) => label);
  if (!call.client.hasForms || labels.length === 0) {
    return {
      content: [{ type: "text", text: `Nothing was made yet. ${questionText(question)}` }],
      structuredContent: { outcome: "needs_input", question },
    };
  }
  return choiceForm(question.text, labels, await call.signState({ order, at }));
}

function choiceForm(
  message: string,
  labels: readonly string[],
  requestState: string,
): InputRequiredResult {
  return inputRequired({
    requestState,
    inputRequests: {
      choice: inputRequired.elicit({
        message,
        requestedSchema: {
          type: "object",
          properties: { choice: { type: "string", title: "Choice", enum: [...labels] } },
          required: ["choice"],
        },
      }),
    },
  });
}

/** Body of the order that an option stands for; undefined when the person would have to add something. */
function completeBody({ capability, request }: QuestionOption): Order["body"] | undefined {
  return capability === undefined || request.missing !== undefined ? undefined : request.body;
}

/** Ignores the state of another order. */
function readState(args: OrderArguments, { answered, dependencies }: McpCall): FormState {
  const order = hashOrder(args).toString("base64url");
  const given = stateSchema.safeParse(answered.state);
  return given.success && given.data.order === order
    ? given.data
    : { order, at: dependencies.now().toISOString() };
}

function chosenOption({ answered }: McpCall): string | undefined {
  const choice = acceptedContent(answered.responses, "choice")?.["choice"];
  return typeof choice === "string" ? choice : undefined;
}

function isDeclined({ answered }: McpCall, form: string): boolean {
  const response = answered.responses?.[form];
  if (typeof response !== "object" || response === null) return false;
  const { action, content } = response as { action?: unknown; content?: Record<string, unknown> };
  return action !== "accept" || (form === "confirm" && content?.["confirm"] !== true);
}

const declined: ToolAnswer = {
  content: [
    { type: "text", text: "The person declined. Nothing was made and nothing was charged." },
  ],
  structuredContent: { outcome: "declined" },
};

/** A run above the price of a generation asks again without a limit; a free order needs none. */
function withPrice(
  order: Order,
  { estimateId, credits }: { readonly estimateId: string; readonly credits: number },
): Order {
  const maxCredits = credits === 0 ? undefined : credits;
  return { ...order, body: { ...order.body, estimateId, maxCredits } };
}
