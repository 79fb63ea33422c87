import type { Input } from "@gme/client";

/**
 * Idempotency keys of calls. The AI SDK repeats a failed call by calling the model again, and does not say so. All
 * attempts of one call have the same headers object, and an attempt begins when the one before has failed. So an
 * equal request with the headers of a failed one is its repetition and gets its key: a job whose response was lost is
 * found again and paid once. Equal requests at the same time are separate orders, such as the images of `n: 2`.
 */
export type Orders = WeakMap<object, Order[]>;

export interface Order {
  readonly fingerprint: string;
  /** Distinguishes orders of one call. */
  readonly ordinal: number;
  readonly key: string;
  /** True if the caller chose the key, which then names one job for good. */
  readonly isKeyGiven: boolean;
  isRunning: boolean;
  /** Inputs with the ids of uploaded files, which an equal request must repeat. */
  inputs?: Input[];
}

/** An order that is not repeated is forgotten when this many later ones have failed. */
const failedMax = 100;
const keyHeader = "idempotency-key";

export type CallHeaders = Readonly<Record<string, string | undefined>>;

export function createOrders(): Orders {
  return new WeakMap();
}

/** Returns the order of a request: that of an equal one that has failed, or a new one. */
export function beginOrder(orders: Orders, headers: CallHeaders = {}, fingerprint: string): Order {
  const ofCall = orders.get(headers) ?? [];
  const failed = ofCall.find((order) => !order.isRunning && order.fingerprint === fingerprint);
  if (failed !== undefined) {
    failed.isRunning = true;
    return failed;
  }
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === keyHeader)?.[1];
  const taken = new Set(ofCall.map(({ ordinal }) => ordinal));
  let ordinal = 0;
  while (taken.has(ordinal)) ordinal += 1;
  const suffix = ordinal === 0 ? "" : `-${ordinal + 1}`;
  const order: Order = {
    fingerprint,
    ordinal,
    key: given === undefined ? crypto.randomUUID() : `${given}${suffix}`,
    isKeyGiven: given !== undefined,
    isRunning: true,
  };
  const isForgotten = ofCall.length >= failedMax;
  const kept = isForgotten ? ofCall.filter(({ isRunning }) => isRunning) : ofCall;
  orders.set(headers, [...kept, order]);
  return order;
}

/** Ends an attempt. An order that may be repeated keeps its key for the repetition. */
export function endOrder(
  orders: Orders,
  headers: CallHeaders = {},
  { order, mayRepeat }: { readonly order: Order; readonly mayRepeat: boolean },
): void {
  order.isRunning = false;
  if (mayRepeat) return;
  const rest = (orders.get(headers) ?? []).filter((each) => each !== order);
  orders.set(headers, rest);
}

/** CallHeaders of a call without the key, which the order has. */
export function withoutKey(headers: CallHeaders = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name.toLowerCase() === keyHeader ? [] : [[name, value]],
    ),
  );
}
