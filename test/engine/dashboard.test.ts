import { startDashboard } from "#test/support/dashboard.ts";
import { useResource } from "#test/support/fixtures.ts";

import { createJourneys } from "./dashboard/create.ts";
import { faultJourneys } from "./dashboard/faults.ts";
import { keyJourneys } from "./dashboard/keys.ts";
import { signInJourneys } from "./dashboard/sign-in.ts";

/** A person uses the dashboard in a browser. One engine and one browser serve all journeys, because both take long to start. */
const dashboard = useResource(startDashboard);

createJourneys(dashboard);
faultJourneys(dashboard);
keyJourneys(dashboard);
signInJourneys(dashboard);
