import { describe, expect, test, vi } from "vitest";

import type { Caller } from "#db/caller.ts";

import { createEventStream } from "./event-stream.ts";

function openStream() {
  const onReady = vi.fn<() => void>();
  const onClosed = vi.fn<() => void>();
  const request = {
    topic: "job_1",
    position: 0,
    caller: {} as Caller,
    confirmAccess: async () => undefined,
  };
  return { ...createEventStream(request, { turn: 1, onReady, onClosed }), onReady, onClosed };
}

function partOf(position: number, { bytes = 10, isEnd = false } = {}) {
  return { text: `${position} ${"x".repeat(bytes)}\n`, position, isEnd };
}

describe("an event stream", () => {
  test("is at the position of the last part that was written", () => {
    const stream = openStream();

    stream.write(partOf(3));
    stream.write({ text: "", position: 4, isEnd: false });

    expect(stream.position()).toBe(4);
    const text = String(stream.body.read());
    expect(text).toMatch(/^retry: 2000\n\n3 x+\n$/);
  });

  test("buffers no more than its limit, and requests more when the reader continues", () => {
    const stream = openStream();

    stream.write(partOf(25, { bytes: 25_000 }));

    expect(stream.isReady()).toBe(false);
    expect(stream.onReady).not.toHaveBeenCalled();
    stream.body.read();
    expect(stream.onReady).toHaveBeenCalledTimes(1);
    expect(stream.isReady()).toBe(true);
  });

  test("ends with the job's last event, and writes nothing after it", async () => {
    const stream = openStream();

    stream.write(partOf(2, { isEnd: true }));
    stream.write(partOf(3));
    stream.leave(100);
    const text = (await stream.body.toArray()).join("");

    expect(text).toMatch(/^retry: 2000\n\n2 x+\n$/);
    expect(stream.onClosed).toHaveBeenCalledTimes(1);
  });

  test("sends the reconnection time when closed before the job's end", async () => {
    const stream = openStream();

    stream.leave(1_234);

    expect((await stream.body.toArray()).join("")).toBe("retry: 2000\n\nretry: 1234\n\n");
  });

  test("is closed when its reader takes nothing for four heartbeats, and only then", async () => {
    const slow = openStream();
    slow.write(partOf(25, { bytes: 25_000 }));
    for (let beats = 0; beats < 3; beats += 1) slow.beat(":\n\n");
    slow.body.read();
    for (let beats = 0; beats < 3; beats += 1) slow.beat(":\n\n");
    expect(slow.body.destroyed).toBe(false);

    const stuck = openStream();
    stuck.write(partOf(25, { bytes: 25_000 }));
    for (let beats = 0; beats < 4; beats += 1) stuck.beat(":\n\n");

    expect(stuck.body.destroyed).toBe(true);
    await expect.poll(() => stuck.onClosed.mock.calls.length).toBe(1);
  });
});
