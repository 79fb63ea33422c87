import { describe, expect, test, vi } from "vitest";

import type { Caller } from "#db/caller.ts";

import { createEventStream, type EventText } from "./event-stream.ts";

function openStream(after = 0) {
  const onReady = vi.fn<() => void>();
  const onClosed = vi.fn<() => void>();
  const request = {
    jobId: "job_1",
    after,
    caller: {} as Caller,
    confirmAccess: async () => undefined,
  };
  return { ...createEventStream(request, { turn: 1, onReady, onClosed }), onReady, onClosed };
}

function eventsFrom(first: number, count: number, { bytes = 10, endsAt = 0 } = {}): EventText[] {
  return Array.from({ length: count }, (_, index) => ({
    sequence: first + index,
    isEnd: first + index === endsAt,
    text: `${first + index} ${"x".repeat(bytes)}\n`,
  }));
}

describe("an event stream", () => {
  test("omits events that the reader already has", () => {
    const stream = openStream(2);

    stream.write(eventsFrom(1, 4));

    expect(stream.after()).toBe(4);
    const text = String(stream.body.read());
    expect(text).toMatch(/^retry: 2000\n\n3 x+\n4 x+\n$/);
  });

  test("buffers no more than its limit, and requests more when the reader continues", () => {
    const stream = openStream();

    stream.write(eventsFrom(1, 25, { bytes: 1_000 }));

    expect(stream.isReady()).toBe(false);
    expect(stream.onReady).not.toHaveBeenCalled();
    stream.body.read();
    expect(stream.onReady).toHaveBeenCalledTimes(1);
    expect(stream.isReady()).toBe(true);
  });

  test("ends with the job's last event, and writes nothing after it", async () => {
    const stream = openStream();

    stream.write(eventsFrom(1, 2, { endsAt: 2 }));
    stream.write(eventsFrom(3, 1));
    stream.leave(100);
    const text = (await stream.body.toArray()).join("");

    expect(text).toMatch(/^retry: 2000\n\n1 x+\n2 x+\n$/);
    expect(stream.onClosed).toHaveBeenCalledTimes(1);
  });

  test("sends the reconnection time when closed before the job's end", async () => {
    const stream = openStream();

    stream.leave(1_234);

    expect((await stream.body.toArray()).join("")).toBe("retry: 2000\n\nretry: 1234\n\n");
  });

  test("is closed when its reader takes nothing for four heartbeats, and only then", async () => {
    const slow = openStream();
    slow.write(eventsFrom(1, 25, { bytes: 1_000 }));
    for (let beats = 0; beats < 3; beats += 1) slow.beat();
    slow.body.read();
    for (let beats = 0; beats < 3; beats += 1) slow.beat();
    expect(slow.body.destroyed).toBe(false);

    const stuck = openStream();
    stuck.write(eventsFrom(1, 25, { bytes: 1_000 }));
    for (let beats = 0; beats < 4; beats += 1) stuck.beat();

    expect(stuck.body.destroyed).toBe(true);
    await expect.poll(() => stuck.onClosed.mock.calls.length).toBe(1);
  });
});
