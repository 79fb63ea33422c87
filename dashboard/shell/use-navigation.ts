import { useQuery } from "@tanstack/react-query";

import { read } from "#contract/queries.ts";

import { navigation } from "./navigation.ts";

/** Pages of the rail that the person may open. */
export function useNavigation() {
  const account = useQuery(read("getAccount", {}));
  return navigation.filter(
    (entry) => !("needs" in entry) || (account.data?.permissions.includes(entry.needs) ?? false),
  );
}
