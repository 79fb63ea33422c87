import type { JobEvent } from "@gme/client";

import { fit } from "./terminal-text.ts";

export interface Progress {
  show(event: JobEvent): void;
  end(): void;
}

const barWidth = 20;

/** One line that is drawn again on a terminal; else a line for each stage; with `json` one object for each event. */
export function createProgress(mode: string | undefined): Progress {
  if (mode === "json") {
    return { show: (event) => void process.stderr.write(`${JSON.stringify(event)}\n`), end() {} };
  }
  if (mode === "none") return { show() {}, end() {} };
  return process.stderr.isTTY ? createLine() : createLines();
}

function createLine(): Progress {
  let isShown = false;
  return {
    show(event) {
      const columns = process.stderr.columns;
      process.stderr.write(`\r\u001b[2K${fit(toLine(event), columns - 1)}`);
      isShown = true;
    },
    end() {
      if (isShown) process.stderr.write("\r\u001b[2K");
      isShown = false;
    },
  };
}

function createLines(): Progress {
  let stage = "";
  return {
    show({ progress, status }) {
      const next = status === "queued" ? "queued" : progress.stage;
      if (next !== stage) process.stderr.write(`${next} ${progress.percent} %\n`);
      stage = next;
    },
    end() {},
  };
}

/** `[████──────] 40 %  generating · about 12 s left · 3 credits`. */
export function toLine({ progress, status, model, estimatedCredits }: JobEvent): string {
  const { percent, etaSeconds, stage } = progress;
  const full = Math.round((percent / 100) * barWidth);
  const bar = "█".repeat(full) + "─".repeat(barWidth - full);
  const parts = [
    status === "queued" ? "queued" : stage,
    ...(etaSeconds === undefined || percent >= 100 ? [] : [`about ${etaSeconds} s left`]),
    ...(model === undefined ? [] : [model.id]),
    ...(estimatedCredits === undefined ? [] : [`${estimatedCredits} credits`]),
  ];
  return `${bar} ${String(percent).padStart(3)} %  ${parts.join(" · ")}`;
}
