import type { AuditEntry } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';

type Details = AuditEntry['details'];
export type EntryValue = Details[string] | undefined;

/** One detail of an entry: old and new value, or a single value. */
export interface EntryChange {
  /** Empty for the subject of the entry itself. */
  readonly what: string;
  /** undefined if it was not recorded. */
  readonly from: EntryValue;
  readonly to: EntryValue;
}

type Values = Readonly<Record<string, EntryValue>>;

const isValues = (value: EntryValue): value is Values & NonNullable<EntryValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Objects shown as one value, such as a diagnostic with its colour. */
const isWhole = (value: EntryValue): boolean => isValues(value) && 'diagnosticLabel' in value;

/** `reactionBuffer` becomes “reaction buffer”, `settingsSha256` “settings checksum”. Names that are not our fields (dyes) stay unchanged. */
export function fieldWords(key: string): string {
  if (!/^[a-z]/.test(key)) return key;
  const known = (text.audit.fieldNames as Readonly<Record<string, string | undefined>>)[key];
  if (known !== undefined) return known;
  return key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
    .replace(/\bsha256$/, text.audit.fieldNames.checksum);
}

/** `reactionBuffer` becomes “Reaction buffer”. */
export function fieldName(key: string): string {
  const words = fieldWords(key);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** All details of an entry, changes first. Its reason is separate. */
export function entryChanges({ action, details }: Pick<AuditEntry, 'action' | 'details'>): EntryChange[] {
  const { from, to, reason: _reason, comment: _comment, isUndo: _isUndo, wells, changes, ...rest } = details;
  return [
    ...valueChanges(from, to, action),
    ...listed(wells).map(wellsChange),
    ...listed(changes).map(wellChange),
    ...Object.entries({ ...rest, ...countOf(wells) }).map(([key, value]): EntryChange => ({
      what: fieldName(key),
      from: undefined,
      to: shownValue(key, value),
    })),
  ];
}

/** A number of wells counts each channel of a well: 768 on a plate of 384. Those are results. */
function countOf(wells: EntryValue): Values {
  if (typeof wells === 'number') return { results: wells };
  return wells === undefined || listed(wells).length > 0 ? {} : { wells };
}

/** Shortens the proof of stored data to its hash, and confirmed doubts to their kinds. */
function shownValue(key: string, value: EntryValue): EntryValue {
  if (key === 'proof' && isValues(value)) return value['sha256'];
  if (key !== 'confirmed' || !Array.isArray(value)) return value;
  return [...new Set(value.filter((one) => typeof one === 'string').map((doubt) => doubtKind(doubt)))];
}

/** `failedControls:<well id>` becomes “failed controls”. */
function doubtKind(doubt: string): string {
  const kind = doubt.replace(/:.*$/, '');
  const kinds: Readonly<Record<string, string | undefined>> = text.decisionRules.kinds;
  return kinds[kind] ?? fieldWords(kind);
}

function valueChanges(from: EntryValue, to: EntryValue, action: string): EntryChange[] {
  // A submission has no other effect.
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

/** null if the value is shown as one. */
function membersOf(value: EntryValue): Values | null {
  if (value === undefined) return {};
  return isValues(value) && !isWhole(value) ? value : null;
}

/** The elements of a list that describe changes. */
const listed = (value: EntryValue): readonly Values[] =>
  Array.isArray(value) && value.every(isValues) ? value : [];

/** The same change to several wells. */
function wellsChange({ what, wells, from, to }: Values): EntryChange {
  const places = Array.isArray(wells) ? wells.filter((one) => typeof one === 'string') : [];
  const shown =
    places.length > 3
      ? `${places.slice(0, 2).join(', ')} ${text.audit.more(places.length - 2)}`
      : places.join(', ');
  const name = fieldName(typeof what === 'string' ? what : 'value');
  return { what: shown === '' ? name : text.audit.ofWells(name, shown), from, to };
}

function wellChange({ position, channel, from, to }: Values): EntryChange {
  const place = [position, channel].filter((one) => typeof one === 'string').join(' ');
  return { what: place, from, to };
}

/** The reason as entered. */
export function entryReason({
  details: { reason, comment, isUndo },
}: Pick<AuditEntry, 'details'>): string | null {
  const given = isUndo === true ? text.audit.undone : (reason ?? comment);
  return typeof given === 'string' && given !== '' ? given : null;
}

/** The title of an entry: what was done. */
export function entryTitle({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  const { actions, reinterpreted } = text.audit;
  if (action === 'run.interpret' && 'formerInterpretation' in details) return reinterpreted;
  const known = (actions as Readonly<Record<string, string | undefined>>)[action];
  if (known !== undefined) return known;
  const [subject = '', ...act] = action.split('.');
  const done = act.join(' ').replaceAll('-', ' ');
  const past = /e$/.test(done) ? `${done}d` : /(import|delet)$/.test(done) ? `${done}ed` : done;
  return `${fieldName(subject)} ${past}`;
}

/** The title within a run's history, with the well or the number of files if recorded. */
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

/** The facts of an entry for a summary, apart from its changes. */
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
