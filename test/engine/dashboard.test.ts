import { startDashboard } from "#test/support/dashboard/dashboard.ts";
import { useResource } from "#test/support/fixtures.ts";

import { accessJourneys } from "./dashboard/access.ts";
import { batchJourneys } from "./dashboard/batches.ts";
import { cancellationJourneys } from "./dashboard/cancellations.ts";
import { conflictJourneys } from "./dashboard/conflicts.ts";
import { conversationJourneys } from "./dashboard/conversations.ts";
import { createJourneys } from "./dashboard/create.ts";
import { faultJourneys } from "./dashboard/faults.ts";
import { jobsJourneys } from "./dashboard/jobs.ts";
import { keyJourneys } from "./dashboard/keys.ts";
import { libraryJourneys } from "./dashboard/library.ts";
import { liveJourneys } from "./dashboard/live.ts";
import { openPageJourneys } from "./dashboard/open-pages.ts";
import { operatorJourneys } from "./dashboard/operators.ts";
import { phoneJourneys } from "./dashboard/phone.ts";
import { pipelineJourneys } from "./dashboard/pipelines.ts";
import { programJourneys } from "./dashboard/programs.ts";
import { screenJourneys } from "./dashboard/screens.ts";
import { shareJourneys } from "./dashboard/shares.ts";
import { signInJourneys } from "./dashboard/sign-in.ts";
import { usageJourneys } from "./dashboard/usage.ts";
import { vitalsJourneys } from "./dashboard/vitals.ts";

/** A person uses the dashboard in a browser. One engine and one browser serve all journeys, because both take long to start. */
const dashboard = useResource(startDashboard);

batchJourneys(dashboard);
cancellationJourneys(dashboard);
conflictJourneys(dashboard);
conversationJourneys(dashboard);
createJourneys(dashboard);
faultJourneys(dashboard);
jobsJourneys(dashboard);
keyJourneys(dashboard);
operatorJourneys(dashboard);
phoneJourneys(dashboard);
pipelineJourneys(dashboard);
programJourneys(dashboard);
openPageJourneys(dashboard);
libraryJourneys(dashboard);
screenJourneys(dashboard);
shareJourneys(dashboard);
signInJourneys(dashboard);
usageJourneys(dashboard);
vitalsJourneys(dashboard);
accessJourneys(dashboard);
liveJourneys(dashboard);
