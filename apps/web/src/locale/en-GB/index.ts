import { analysers } from './analysers.ts';
import { reinterpretation } from './reinterpretation.ts';
import { archive } from './archive.ts';
import { audit } from './audit.ts';
import { common } from './common.ts';
import { compare } from './compare.ts';
import { configuration } from './configuration.ts';
import { controls } from './controls.ts';
import { curves } from './curves.ts';
import { decision } from './decision.ts';
import { diagnostics } from './diagnostics.ts';
import { importReport } from './import-report.ts';
import { fit } from './fit.ts';
import { fileTransfer } from './file-transfer.ts';
import { runImport } from './import.ts';
import { idleLock } from './idle-lock.ts';
import { interpretation } from './interpretation.ts';
import { jobs } from './jobs.ts';
import { laboratories } from './laboratories.ts';
import { kits } from './kits.ts';
import { live } from './live.ts';
import { lots } from './lots.ts';
import { dashboard } from './dashboard.ts';
import { pages } from './pages.ts';
import { plate } from './plate.ts';
import { record } from './record.ts';
import { releases } from './releases.ts';
import { runDate } from './run-date.ts';
import { runs } from './runs.ts';
import { shell } from './shell.ts';
import { shortcuts } from './shortcuts.ts';
import { signIn } from './sign-in.ts';
import { step1 } from './step1.ts';
import { templates } from './templates.ts';
import { transfer } from './transfer.ts';
import { unsaved } from './unsaved.ts';
import { users } from './users.ts';
import { wells } from './wells.ts';
import { whatIf } from './what-if.ts';
import { workList } from './work-list.ts';

/** All texts, one part for each feature. */
export const catalogue = {
  ...common,
  analysers,
  reinterpretation,
  archive,
  audit,
  compare,
  configuration,
  controls,
  curves,
  diagnostics,
  decision,
  fileTransfer,
  fit,
  idleLock,
  importReport,
  interpretation,
  jobs,
  laboratories,
  kits,
  live,
  lots,
  dashboard,
  pages,
  plate,
  record,
  releases,
  runImport,
  runDate,
  runs,
  shell,
  shortcuts,
  signIn,
  step1,
  templates,
  transfer,
  unsaved,
  users,
  wells,
  whatIf,
  workList,
} as const;
