import { archive } from './archive.ts';
import { common } from './common.ts';
import { compare } from './compare.ts';
import { importReport } from './import-report.ts';
import { runImport } from './import.ts';
import { live } from './live.ts';
import { releases } from './releases.ts';
import { runs } from './runs.ts';
import { shell } from './shell.ts';
import { shortcuts } from './shortcuts.ts';
import { signIn } from './sign-in.ts';
import { step1 } from './step1.ts';
import { unsaved } from './unsaved.ts';

/** All texts, one part for each feature. */
export const catalogue = {
  ...common,
  archive,
  compare,
  importReport,
  live,
  releases,
  runImport,
  runs,
  shell,
  shortcuts,
  signIn,
  step1,
  unsaved,
} as const;
