import { PassThrough } from "node:stream";

import { expect, test } from "vitest";

import { createTerminal } from "./terminal.ts";

function fakeStream(isTTY: boolean) {
  const stream = new PassThrough({ encoding: "utf8" });
  // A fake terminal that captures its output.
  const terminal = Object.assign(stream, { isTTY, columns: 20 }) as unknown as NodeJS.WriteStream;
  return { terminal: createTerminal(terminal), written: () => String(stream.read() ?? "") };
}

test("on a terminal progress is one line that is replaced and cut to the width", () => {
  const { terminal, written } = fakeStream(true);

  terminal.progress("generating", " 10 % · 3 s of quite a while");
  terminal.line("done");

  expect(written()).toBe("\r\u001B[Kgenerating 10 % · 3\r\u001B[Kdone\n");
});

test("in a pipe progress is a line for each new text, without the changing detail", () => {
  const { terminal, written } = fakeStream(false);

  terminal.progress("generating", " 10 %");
  terminal.line("something else");
  terminal.progress("generating", " 20 %");
  terminal.progress("storing", " 90 %");
  terminal.line("done");

  expect(written()).toBe("generating\nsomething else\nstoring\ndone\n");
});
