import {
  channelRuleFaults,
  channelRuleFaultText,
  diagnosticFaults,
  diagnosticFaultText,
  diagnosticLetters,
  diagnosticText,
  meaningOf,
  type ChannelRuleFault,
  type ChannelRuleSettings,
  type DiagnosticColor,
  type Issue,
  type KitDocument,
  type ResultDiagnostic,
  sentResultDiagnostic,
} from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import { diagnosticColorOf } from '../read/diagnostic-color.ts';
import { unreadable } from './read-document.ts';

type SentDiagnostic = KitDocument['kit']['diagnostics'][number];

/**
 * Adds the diagnostics of a document that the kit lacks; those it has, by name ignoring case, are kept as they
 * are. Returns the ids of all by their name in the document, and what the kit has otherwise than the document.
 *
 * @throws AppError `unreadable-file` when a name, or a combined result, means something else here, or letters or a code
 *   are taken
 */
export async function addDiagnostics(
  tx: Tx,
  kitId: string,
  { document: { kit, version }, name }: { readonly document: KitDocument; readonly name: string },
): Promise<AddedDiagnostics> {
  const rows = await tx.diagnosticColor.findMany({ where: { kitId }, orderBy: { order: 'asc' } });
  const known = new Map(rows.map((row) => [row.diagnosticName.toLowerCase(), diagnosticColorOf(row)]));
  const missing = kit.diagnostics.filter((sent) => !known.has(sent.name.toLowerCase()));
  const issues = [
    ...otherMeanings(kit.diagnostics, known),
    ...misfits(kit.diagnostics, { known, missing }),
    ...otherResults(version.channelRules ?? [], [...known.values(), ...missing.map(sentResultDiagnostic)]),
  ];
  if (issues.length > 0) throw unreadable(name, issues);
  const next = Math.max(-1, ...rows.map(({ order }) => order)) + 1;
  const added = await tx.diagnosticColor.createManyAndReturn({
    data: missing.map(({ name: diagnosticName, label, color, ...parts }, index) => ({
      kitId,
      diagnosticName,
      label,
      color,
      order: next + index,
      letters: parts.letters ?? null,
      lisCode: parts.lisCode ?? null,
      snomedCt: parts.snomedCt ?? null,
      loinc: parts.loinc ?? null,
      meaning: parts.meaning ?? null,
    })),
    select: { id: true, diagnosticName: true },
  });
  const ids = new Map([
    ...[...known].map(([lower, { id }]) => [lower, id] as const),
    ...added.map(({ id, diagnosticName }) => [diagnosticName.toLowerCase(), id] as const),
  ]);
  const colors = new Map(
    kit.diagnostics.flatMap((sent) => {
      const id = ids.get(sent.name.toLowerCase());
      return id === undefined ? [] : [[sent.name, id] as const];
    }),
  );
  return { colors, differences: differences(kit.diagnostics, known) };
}

interface AddedDiagnostics {
  readonly colors: ReadonlyMap<string, string>;
  /** A sentence for each diagnostic that was kept with other words, letters or codes. */
  readonly differences: readonly string[];
}

const PARTS = {
  label: 'words',
  letters: 'letters',
  lisCode: 'code for the LIS',
  snomedCt: 'SNOMED CT',
  loinc: 'LOINC',
} as const;

/** “Species A stays as the kit has it: words “Candida glabrata”, not “Candida albicans”.” */
function differences(sent: readonly SentDiagnostic[], known: ReadonlyMap<string, DiagnosticColor>): string[] {
  return sent.flatMap((one) => {
    const stored = known.get(one.name.toLowerCase());
    if (stored === undefined) return [];
    const here = { ...stored, label: stored.diagnosticLabel, letters: diagnosticLetters(stored) };
    const file = {
      ...one,
      letters: diagnosticLetters({ ...one, diagnostic: { name: one.name, label: '' } }),
    };
    const differing = (['label', 'letters', 'lisCode', 'snomedCt', 'loinc'] as const)
      .filter((part) => here[part] !== file[part])
      .map((part) => `${PARTS[part]} ${quoted(here[part])}, not ${quoted(file[part])}`);
    if (differing.length === 0) return [];
    return [`${diagnosticText(stored.diagnostic.name)} stays as the kit has it: ${differing.join('; ')}.`];
  });
}

const quoted = (text: string | undefined): string => (text === undefined ? 'none' : `“${text}”`);

const placeOf = (sent: readonly SentDiagnostic[], one: SentDiagnostic, field: string) => [
  'kit',
  'diagnostics',
  sent.indexOf(one),
  field,
];

/** Names that the kit has with another meaning. */
const otherMeanings = (
  sent: readonly SentDiagnostic[],
  known: ReadonlyMap<string, DiagnosticColor>,
): Issue[] =>
  sent.flatMap((one) => {
    const here = known.get(one.name.toLowerCase());
    if (here === undefined) return [];
    const [mine, theirs] = [
      meaningOf(here),
      meaningOf({ diagnostic: { name: one.name, label: '' }, meaning: one.meaning }),
    ];
    const message = `“${one.name}” means ${mine} here and ${theirs} in the file.`;
    return mine === theirs ? [] : [{ path: placeOf(sent, one, 'meaning'), message }];
  });

/** Letters and codes of new diagnostics that others of the kit have. */
function misfits(
  sent: readonly SentDiagnostic[],
  {
    known,
    missing,
  }: { readonly known: ReadonlyMap<string, DiagnosticColor>; readonly missing: readonly SentDiagnostic[] },
): Issue[] {
  const here = [...known.values()].map(({ diagnostic, diagnosticLabel: label, ...color }) => ({
    ...color,
    name: diagnostic.name,
    label,
  }));
  return diagnosticFaults([...here, ...missing]).flatMap((fault) => {
    const one = missing[fault.index - here.length];
    return one === undefined
      ? []
      : [{ path: placeOf(sent, one, fault.field), message: `“${one.label}”: ${diagnosticFaultText(fault)}` }];
  });
}

/** What the words and codes of the kit's diagnostics contradict in the combined results of the document. */
const RESULT_FAULTS: readonly ChannelRuleFault['kind'][] = ['other-meaning', 'other-result', 'unfit-result'];

const otherResults = (
  rules: readonly ChannelRuleSettings[],
  diagnostics: readonly ResultDiagnostic[],
): Issue[] =>
  channelRuleFaults(rules, { diagnostics, channels: [], read: [] }).flatMap((fault) =>
    RESULT_FAULTS.includes(fault.kind)
      ? [{ path: ['version', 'channelRules', fault.rule - 1], message: channelRuleFaultText(fault) }]
      : [],
  );
