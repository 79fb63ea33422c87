import { useSyncExternalStore } from "react";

import { type SessionStatus, sessionStatus, subscribeSession } from "./session.ts";

export function useSession(): SessionStatus {
  return useSyncExternalStore(subscribeSession, sessionStatus);
}
