import { analyserProfileSchema, type AnalyserProfile } from '@curvewell/domain';

import { text } from '../../locale/text.ts';

/** The content of a chosen file: a profile, or the errors in it. */
export type ReadProfile =
  | { readonly kind: 'profile'; readonly profile: AnalyserProfile }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

/** Parses a profile file. Each error begins with its place in the file. */
export function readProfile(content: string): ReadProfile {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return { kind: 'wrong', problems: [text.analysers.dialog.notJson] };
  }
  const parsed = analyserProfileSchema.safeParse(json);
  if (parsed.success) return { kind: 'profile', profile: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.map(String).join(' › ')}: ${message}`,
  );
  return { kind: 'wrong', problems };
}

/** A profile as a file that can be imported again. */
export function profileFile(profile: AnalyserProfile): { readonly blob: Blob; readonly fileName: string } {
  const content = `${JSON.stringify(profile, null, 2)}\n`;
  return {
    blob: new Blob([content], { type: 'application/json' }),
    fileName: text.analysers.fileName(profile.id, profile.version),
  };
}
