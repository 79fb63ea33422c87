export type Result<Outcome> = { readonly outcome: Outcome } | { readonly error: unknown };

/** Calls `act` for each item, `atOnce` at the same time. A failure stops no other item; `isStopped` begins no further one. */
export async function runEach<Item, Outcome>(
  items: readonly Item[],
  {
    atOnce,
    act,
    isStopped,
    onResult,
  }: {
    readonly atOnce: number;
    readonly act: (item: Item) => Promise<Outcome>;
    readonly isStopped: () => boolean;
    readonly onResult: (result: Result<Outcome>) => void;
  },
): Promise<void> {
  const rest = items.values();
  const work = async () => {
    for (const item of rest) {
      if (isStopped()) return;
      onResult(await resultOf(act(item)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function resultOf<Outcome>(running: Promise<Outcome>): Promise<Result<Outcome>> {
  try {
    return { outcome: await running };
  } catch (error) {
    return { error };
  }
}
