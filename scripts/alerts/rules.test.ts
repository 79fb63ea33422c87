import { describe, expect, test } from "vitest";

import { selectorsOf } from "#test/support/promql.ts";

import { alarmCases } from "./alarm-cases.ts";
import { alarms } from "./alarms.ts";
import type { RuleGroup } from "./rule.ts";
import { renderRules, ruleGroups } from "./rules-file.ts";
import { ruleTests } from "./rules-test-file.ts";

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
      expect(annotations["runbook_url"]).toMatch(/^docs\/(operations|runbook)\.md#[a-z-]+$/);
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
