import { analyserCalls } from './analysers.ts';
import { archiveCalls } from './archive.ts';
import { auditCalls } from './audit.ts';
import type { Call } from './call.ts';
import { controlCalls } from './controls.ts';
import { decisionCalls } from './decisions.ts';
import { deliveryCalls } from './deliveries.ts';
import { diagnosticCalls } from './diagnostics.ts';
import { exportCalls } from './exports.ts';
import { fileTransferCalls } from './file-transfer.ts';
import { firstStepCalls } from './first-steps.ts';
import { identityCalls } from './identity.ts';
import { interpretationCalls } from './interpretation.ts';
import { jobCalls } from './jobs.ts';
import { keptTemplateCalls } from './kept-templates.ts';
import { kitCalls } from './kits.ts';
import { laboratoryCalls } from './laboratories.ts';
import { liveEventCalls } from './live-events.ts';
import { lotCalls } from './lots.ts';
import { dashboardCalls } from './dashboard.ts';
import { plateCalls } from './plate.ts';
import { releaseCalls } from './releases.ts';
import { repeatListCalls } from './repeat-list.ts';
import { runCalls } from './runs.ts';
import { savedViewCalls } from './saved-views.ts';
import { searchCalls } from './search.ts';
import { starterKitCalls } from './starter-kits.ts';
import { templateCalls } from './templates.ts';
import { userCalls } from './users.ts';
import { whatIfCalls } from './what-if.ts';
import { workListCalls } from './work-lists.ts';

export const CALLS = {
  analysers: analyserCalls,
  archive: archiveCalls,
  audit: auditCalls,
  controls: controlCalls,
  decisions: decisionCalls,
  diagnostics: diagnosticCalls,
  exports: exportCalls,
  deliveries: deliveryCalls,
  fileTransfer: fileTransferCalls,
  firstSteps: firstStepCalls,
  identity: identityCalls,
  interpretation: interpretationCalls,
  jobs: jobCalls,
  keptTemplates: keptTemplateCalls,
  kits: kitCalls,
  laboratories: laboratoryCalls,
  liveEvents: liveEventCalls,
  lots: lotCalls,
  dashboard: dashboardCalls,
  plate: plateCalls,
  releases: releaseCalls,
  repeatList: repeatListCalls,
  runs: runCalls,
  savedViews: savedViewCalls,
  search: searchCalls,
  starterKits: starterKitCalls,
  templates: templateCalls,
  users: userCalls,
  whatIf: whatIfCalls,
  workLists: workListCalls,
} as const satisfies Record<string, Record<string, Call>>;

/** Every call with its name, such as `runs.decide`. */
export const ALL_CALLS: readonly { readonly name: string; readonly area: string; readonly call: Call }[] =
  Object.entries(CALLS).flatMap(([area, calls]) =>
    Object.entries<Call>(calls).map(([name, call]) => ({ name: `${area}.${name}`, area, call })),
  );
