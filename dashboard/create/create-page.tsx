import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useEffectEvent } from "react";

import { queryClient, read } from "#contract/queries.ts";
import { Page } from "#ui/page.tsx";
import * as compareTexts from "#words/en/compare.ts";
import * as createTexts from "#words/en/create.ts";
import { useWords } from "#words/words.ts";

import { Composer } from "./composer.tsx";
import { type DraftFile, draftOfJob } from "./draft.ts";
import { RecentResults } from "./recent-results.tsx";
import { Stage } from "./stage.tsx";
import { newKey, useDraft } from "./use-draft.ts";

import styles from "./create-page.module.css";

/** Playground: composer, the chosen result, and recent results. */
export function CreatePage() {
  const { compare, create } = useWords(compareTexts, createTexts);
  const { job, change, input } = useSearch({ from: "/shell/create" });
  const navigate = useNavigate({ from: "/create" });
  const [draft, changeDraft] = useDraft();

  const fill = useEffectEvent(async (jobId: string) => {
    const source = await queryClient.fetchQuery(read("getJob", { path: { jobId } }));
    changeDraft({ type: "replace", draft: draftOfJob(source, newKey()) });
    await navigate({ search: { job: jobId }, replace: true });
  });
  useEffect(() => {
    if (change !== undefined) void fill(change);
  }, [change]);

  const addInput = useEffectEvent(async (assetId: string) => {
    const asset = await queryClient.fetchQuery(read("getAsset", { path: { assetId } }));
    const { name = asset.kind } = asset;
    const kind = asset.kind as DraftFile["kind"];
    changeDraft({ type: "add-file", file: { id: assetId, name, kind, assetId } });
    await navigate({ search: {}, replace: true });
  });
  useEffect(() => {
    if (input !== undefined) void addInput(input);
  }, [input]);

  const show = useCallback(
    (jobId: string) => void navigate({ search: { job: jobId } }),
    [navigate],
  );
  return (
    <Page
      title={create.title}
      actions={
        <Link to="/create/compare" className={styles.compare}>
          {compare.open}
        </Link>
      }
    >
      <div className={styles.zones}>
        <Composer draft={draft} change={changeDraft} onCreated={show} />
        <div className={styles.results}>
          <Stage jobId={job} change={changeDraft} onCreated={show} />
          <RecentResults chosen={job} onChoose={show} />
        </div>
      </div>
    </Page>
  );
}
