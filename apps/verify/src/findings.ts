export interface Finding {
  readonly part: string;
  /** `unsure`: the file alone does not suffice, for the stated reason. */
  readonly state: 'holds' | 'fails' | 'unsure';
  readonly text: string;
}

export const holds = (part: string, text: string): Finding => ({ part, state: 'holds', text });
export const fails = (part: string, text: string): Finding => ({ part, state: 'fails', text });
export const unsure = (part: string, text: string): Finding => ({ part, state: 'unsure', text });

/** The most severe of all findings: `fails`, else `unsure`, else `holds`. */
export function verdictOf(findings: readonly Finding[]): Finding['state'] {
  const states = findings.map(({ state }) => state);
  return states.includes('fails') ? 'fails' : states.includes('unsure') ? 'unsure' : 'holds';
}

/** Runs a check; an error becomes a finding. */
export function looked(part: string, look: () => readonly Finding[]): readonly Finding[] {
  try {
    return look();
  } catch (error) {
    return [fails(part, `It cannot be read: ${reasonOf(error)}`)];
  }
}

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
