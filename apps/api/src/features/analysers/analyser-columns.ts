import type { AnalyserProfile } from '@curvewell/domain';

/** Most used first; the import page uses this order. */
const FIRST_FILE_TYPES = ['xml', 'xlsx', 'xls'];

/** Columns copied from the profile, so that lists need not read it. */
export function analyserColumns(profile: AnalyserProfile) {
  const others = profile.extensions.filter((type) => !FIRST_FILE_TYPES.includes(type));
  return {
    name: profile.name,
    version: String(profile.version),
    profile,
    maxNumberOfFilesByRun: profile.maxNumberOfFilesByRun,
    fileTypes: [...FIRST_FILE_TYPES, ...others],
  };
}
