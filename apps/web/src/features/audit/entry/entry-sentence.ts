import { auditActionSchema, type AuditRow, diagnosticColorSchema } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { withinText } from '../../../shared/format/format.ts';
import { type EntryChange, entryChanges, entryReason, entryTitle, type EntryValue } from './entry-changes.ts';

const words = text.audit.sentence;
/** More changes than these are named, and their values stand in the unfolded row. */
const SPELT_OUT = 2;
/** A longer value is shown only in the unfolded row. */
const MAX_VALUE_LENGTH = 60;
const NAMED = 3;

interface EntrySentence {
  /** “Changed lot 26B0431”, without its changes and full stop. */
  readonly words: string;
  /** Changes with old and new value. */
  readonly spelt: readonly EntryChange[];
  /** The names of changes whose values are not in the sentence: “threshold, zones and 2 more values”. */
  readonly alsoChanged: string;
  readonly reason: string | null;
}

/** An entry as a sentence. An action that this version does not know has its title. */
export function entrySentence(
  row: Pick<AuditRow, 'about' | 'attempt' | 'run'> & Pick<AuditRow, 'entry'>,
): EntrySentence {
  const { entry } = row;
  const action = auditActionSchema.safeParse(entry.action).data;
  const changed = entryChanges(entry).filter(
    ({ what, from, to }) =>
      from !== undefined && (what === '' || JSON.stringify(from) !== JSON.stringify(to)),
  );
  const isShort =
    changed.length <= SPELT_OUT && changed.every(({ from, to }) => isSimple(from) && isSimple(to));
  const isDecision =
    entry.action === 'run.submit' || entry.action === 'run.approve' || entry.action === 'run.reject';
  return {
    words: action === undefined ? entryTitle(entry) : text.audit.sentences[action](factsOf(row)),
    spelt: isShort && !isDecision ? changed : [],
    alsoChanged: isShort ? '' : namesOf(changed),
    reason: entryReason(entry),
  };
}

/** Whether a value is short enough for a sentence. */
function isSimple(value: EntryValue): boolean {
  if (typeof value === 'string') return value.length <= MAX_VALUE_LENGTH;
  if (value === null || value === undefined || typeof value !== 'object') return true;
  return diagnosticColorSchema.safeParse(value).success;
}

function namesOf(changes: readonly EntryChange[]): string {
  const names = [...new Set(changes.map(({ what }) => withinText(what)))].filter((name) => name !== '');
  const more = names.length - NAMED;
  return words.alsoChanged(more > 0 ? [...names.slice(0, NAMED), words.others(more)] : names);
}

function factsOf({ entry, about, attempt, run }: Parameters<typeof entrySentence>[0]) {
  const { details } = entry;
  const isRun = run !== null || /^Run \d+$/.test(about ?? '');
  const number = (value: EntryValue): number | null =>
    Array.isArray(value) ? value.length : typeof value === 'number' ? value : null;
  return {
    isNamed: about !== null && about !== details['call'],
    of: (noun: string): string => {
      if (about === null) return words.article(noun);
      // A run is named as one already.
      return isRun ? about.charAt(0).toLowerCase() + about.slice(1) : words.named(noun, about);
    },
    position: typeof details['position'] === 'string' ? details['position'] : null,
    count: (name: string) => number(details[name]),
    detail: (name: string) => {
      const value = details[name];
      return typeof value === 'string' && value !== '' ? value : null;
    },
    isReinterpretation: 'formerInterpretation' in details,
    attempt,
  };
}
