import type { AuditEntry } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';

type Details = AuditEntry['details'];
export type EntryValue = Details[string] | undefined;

/** One detail of an entry: what it was and what it is, or just what it is. */
export interface EntryChange {
  /** Empty: what the entry is about. */
  readonly what: string;
  /** undefined: it was not recorded. */
  readonly from: EntryValue;
  readonly to: EntryValue;
}

type Values = Readonly<Record<string, EntryValue>>;

const isValues = (value: EntryValue): value is Values & NonNullable<EntryValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values that are one: how a diagnostic was named and painted. */
const isWhole = (value: EntryValue): boolean => isValues(value) && 'diagnosticLabel' in value;

/** `expirationDate` as “expiration date”; a name that is none of ours, as of a dye, stays as it is. */
export function fieldWords(key: string): string {
  if (!/^[a-z]/.test(key)) return key;
  return key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
}

/** `expirationDate` as “Expiration date”. */
export function fieldName(key: string): string {
  const words = fieldWords(key);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** All details of an entry, former and new values first; its reason is separate. */
export function entryChanges({ action, details }: Pick<AuditEntry, 'action' | 'details'>): EntryChange[] {
  const { from, to, reason: _reason, comment: _comment, isUndo: _isUndo, wells, changes, ...rest } = details;
  return [
    ...valueChanges(from, to, action),
    ...listed(wells).map(wellsChange),
    ...listed(changes).map(wellChange),
    ...Object.entries({ ...rest, ...(listed(wells).length === 0 && wells !== undefined && { wells }) }).map(
      ([key, value]): EntryChange => ({ what: fieldName(key), from: undefined, to: shownValue(key, value) }),
    ),
  ];
}

/** Of the proof of what was stored its hash, of confirmed doubts their kinds. */
function shownValue(key: string, value: EntryValue): EntryValue {
  if (key === 'proof' && isValues(value)) return value['sha256'];
  if (key !== 'confirmed' || !Array.isArray(value)) return value;
  return [...new Set(value.filter((one) => typeof one === 'string').map((doubt) => doubtKind(doubt)))];
}

/** `failedControls:<id of the well>` as “failed controls”. */
function doubtKind(doubt: string): string {
  const kind = doubt.replace(/:.*$/, '');
  const kinds: Readonly<Record<string, string | undefined>> = text.laboratories.rules.kinds;
  return kinds[kind] ?? fieldWords(kind);
}

function valueChanges(from: EntryValue, to: EntryValue, action: string): EntryChange[] {
  // The one thing that a submission does.
  if (action === 'run.submit' && from === undefined)
    return [{ what: '', from: 'RUN_TO_INTERPRET', to: 'WAIT_FOR_APPROVAL' }];
  if (from === undefined && to === undefined) return [];
  const [before, after] = [membersOf(from), membersOf(to)];
  if (before === null || after === null) return [{ what: '', from, to }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => ({
    what: fieldName(key),
    from: before[key],
    to: after[key],
  }));
}

/** null: the value is one. */
function membersOf(value: EntryValue): Values | null {
  if (value === undefined) return {};
  return isValues(value) && !isWhole(value) ? value : null;
}

/** The parts of a list that describe changes. */
const listed = (value: EntryValue): readonly Values[] =>
  Array.isArray(value) && value.every(isValues) ? value : [];

/** The same change of some wells. */
function wellsChange({ what, wells, from, to }: Values): EntryChange {
  const places = Array.isArray(wells) ? wells.filter((one) => typeof one === 'string') : [];
  const shown =
    places.length > 3
      ? `${places.slice(0, 2).join(', ')} ${text.audit.more(places.length - 2)}`
      : places.join(', ');
  const name = fieldName(typeof what === 'string' ? what : 'value');
  return { what: shown === '' ? name : text.audit.ofWells(name, shown), from, to };
}

/** The change of one well. */
function wellChange({ position, channel, from, to }: Values): EntryChange {
  const place = [position, channel].filter((one) => typeof one === 'string').join(' ');
  return { what: place, from, to };
}

/** Why it was done, as it was entered. */
export function entryReason({
  details: { reason, comment, isUndo },
}: Pick<AuditEntry, 'details'>): string | null {
  const given = isUndo === true ? text.audit.undone : (reason ?? comment);
  return typeof given === 'string' && given !== '' ? given : null;
}

/** What was done, in words. */
export function entryTitle({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  const { actions, reinterpreted } = text.audit;
  if (action === 'run.interpret' && 'formerInterpretation' in details) return reinterpreted;
  const known = (actions as Readonly<Record<string, string | undefined>>)[action];
  if (known !== undefined) return known;
  const [thing = '', ...act] = action.split('.');
  const done = act.join(' ').replaceAll('-', ' ');
  const past = /e$/.test(done) ? `${done}d` : /(import|delet)$/.test(done) ? `${done}ed` : done;
  return `${fieldName(thing)} ${past}`;
}

/** The same of a run whose history it stands in: which well, how many files, where the entry holds that. */
export function runEntryTitle(entry: Pick<AuditEntry, 'action' | 'details'>): string {
  const { position, wellIds, wells, channels, files } = entry.details;
  const { history } = text.audit;
  const count = (list: EntryValue): number => (Array.isArray(list) ? list.length : 0);
  switch (entry.action) {
    case 'run.diagnostic':
      return typeof position === 'string' ? history.resultOf(position) : entryTitle(entry);
    case 'run.comment':
      return count(wellIds) === 0 ? history.commentOnRun : history.commentOn(count(wellIds));
    case 'run.import':
      return history.imported(count(files));
    case 'run.interpret':
      return typeof wells === 'number'
        ? history.interpreted(entryTitle(entry), wells, count(channels))
        : entryTitle(entry);
    default:
      return entryTitle(entry);
  }
}

/** What an entry shows at a glance, beside what it changed. */
export function entryFacts({ action, details }: Pick<AuditEntry, 'action' | 'details'>): EntryChange[] {
  const { algorithmVersion, configurationSha256, trialLots, files, file } = details;
  const { history } = text.audit;
  const factOf = (what: string, to: EntryValue): EntryChange => ({ what, from: undefined, to });
  if (action === 'run.interpret')
    return [
      factOf(history.algorithm, algorithmVersion),
      factOf(history.settings, configurationSha256),
      ...(trialLots === undefined ? [] : [factOf(history.trialLots, trialLots)]),
    ];
  if (action === 'run.export') return [factOf('', file)];
  return listed(files).map(({ name, sha256 }) => factOf(typeof name === 'string' ? name : '', sha256));
}

const SHOWN_AT_A_GLANCE = 2;

interface EntryGlance {
  readonly shown: readonly EntryChange[];
  /** How many values are left out. */
  readonly more: number;
}

/** What one line shows of an entry: its main change, otherwise the first of its facts or changes. */
export function entryGlance(entry: Pick<AuditEntry, 'action' | 'details'>): EntryGlance {
  const changes = entryChanges(entry);
  const main = mainChange(changes);
  if (main !== null) return { shown: [main], more: 0 };
  const facts = entryFacts(entry);
  const shown = (facts.length > 0 ? facts : changes).slice(0, SHOWN_AT_A_GLANCE);
  return { shown, more: Math.max(0, changes.length - shown.length) };
}

/** The one change that shows what happened; null: there are several, or none. */
function mainChange(changes: readonly EntryChange[]): EntryChange | null {
  const changed = changes.filter(({ from }) => from !== undefined);
  return (
    changed.find(({ what }) => what === '') ??
    (changed.length === 1 || changes.length === 1 ? (changed[0] ?? changes[0] ?? null) : null)
  );
}
