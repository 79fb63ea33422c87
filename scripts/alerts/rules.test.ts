import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { selectorsOf } from "#test/support/measurements/promql.ts";

import { alarmCases } from "./alarm-cases.ts";
import { alarms } from "./alarms.ts";
import type { RuleGroup } from "./rule.ts";
import { renderRules, ruleGroups } from "./rules-file.ts";
import { ruleTests } from "./rules-test-file.ts";
import { runbookFile, sectionsOf, withAlarmNames } from "./runbook-page.ts";
import { slos } from "./slos.ts";

const rules = ruleGroups.flatMap((group) => group.rules);
const recorded = new Set(rules.flatMap((rule) => ("record" in rule ? [rule.record] : [])));
const alerts = rules.filter((rule) => "alert" in rule);

describe("the rules", () => {
  test("are PromQL", () => {
    for (const { expr } of rules) expect(selectorsOf(expr)).not.toEqual([]);
    expect(() => selectorsOf("max(gme_jobs_stuck) >> 0")).toThrow("no PromQL");
  });

  test("use no recorded name that is not recorded", () => {
    const names = rules.flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric));
    expect(names.filter((name) => name.startsWith("gme:") && !recorded.has(name))).toEqual([]);
  });

  test("have unique names, and each alert a severity and a page about it", () => {
    const identities = alerts.map(({ alert, labels }) => JSON.stringify([alert, labels]));
    expect(new Set(identities).size).toBe(alerts.length);
    expect(new Set(alarms.map(({ name }) => name)).size).toBe(alarms.length);
    for (const { labels, annotations } of alerts) {
      expect(labels["severity"]).toMatch(/^(page|ticket|info)$/);
      expect(annotations["runbook_url"]).toMatch(/^docs\/runbook\.md#[a-z-]+$/);
    }
  });
});

test("texts are quoted in the file", () => {
  const groups: RuleGroup[] = [
    {
      name: "g",
      rules: [
        {
          alert: "A",
          expr: `up{a="b"} > 0`,
          for: "5m",
          labels: { severity: "page" },
          annotations: { summary: "is: down" },
        },
      ],
    },
  ];
  expect(renderRules(groups).split("\n").slice(1)).toEqual([
    "groups:",
    "  - name: g",
    "    rules:",
    '      - alert: "A"',
    '        expr: "up{a=\\"b\\"} > 0"',
    '        for: "5m"',
    "        labels:",
    '          severity: "page"',
    "        annotations:",
    '          summary: "is: down"',
    "",
  ]);
});

describe("the tests of promtool", () => {
  test("have a case that fires and one that does not for each alert", () => {
    for (const { alert, labels } of alerts) {
      const tests = ruleTests.filter((one) => one.alert === alert);
      const firing = tests.flatMap(({ expected }) => expected.map((found) => found.labels));
      expect(firing).toContainEqual(expect.objectContaining(labels));
      expect(tests.some(({ expected }) => expected.length === 0)).toBe(true);
    }
    expect(Object.keys(alarmCases).toSorted()).toEqual(alarms.map(({ name }) => name).toSorted());
  });
});

describe("the runbook", () => {
  const page = readFileSync(runbookFile, "utf8");
  const anchors = new Set([...alarms, ...slos].map(({ runbook }) => runbook));

  test("says for each alarm what has happened, and what to look at and to do", () => {
    const sections = sectionsOf(page).filter(({ anchor }) => anchors.has(anchor));
    expect(sections).toHaveLength(anchors.size);
    for (const { anchor, text } of sections) {
      const [, alarm = "", meaning = ""] = text.split("\n\n");
      expect({ anchor, alarm, meaning }).toMatchObject({
        alarm: expect.stringMatching(/^Alarms?: /) as string,
        meaning: expect.stringMatching(/^[A-Z`].{40,}/s) as string,
      });
      expect(text).toMatch(/^1\. .+\n2\. /m);
    }
  });

  test("has no section that neither an alarm nor a link leads to", () => {
    const unused = sectionsOf(page).filter(
      ({ anchor }) => !anchors.has(anchor) && !page.includes(`(#${anchor})`),
    );
    expect(unused.map(({ anchor }) => anchor)).toEqual(["restore-to-a-point-in-time"]);
  });

  test("names endpoints that the API has", () => {
    const { paths } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const known = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method} ${path.replaceAll(/{\w+}/g, "*")}`),
      ),
    );
    const named = [...page.matchAll(/`(GET|POST|PUT|DELETE) (\/v1\/[^`\s]+)`/g)].map(
      ([, method = "", path = ""]) =>
        `${method.toLowerCase()} ${path.replaceAll(/<\w+>|{\w+}/g, "*")}`,
    );
    expect(named.length).toBeGreaterThan(5);
    expect([...new Set(named)].filter((endpoint) => !known.has(endpoint))).toEqual([]);
  });

  test("lacks no section", () => {
    expect(() => withAlarmNames("# Runbook\n\n## A job does not end\n")).toThrow(
      "docs/runbook.md has no section #",
    );
  });
});
