import type { DiagnosticColor, ExpressionSettings, KeptTemplate } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { text } from '../../../locale/text.ts';
import { templateChanges } from '../use-template-changes.ts';
import { catalogueWords, diagnosticWords } from './diagnostic-words.ts';
import { draftChanges } from './draft-changes.ts';
import {
  type ChannelDraft,
  EMPTY_DRAFT,
  type KitDraft,
  type PhaseDraft,
  type VersionDraft,
} from './kit-draft.ts';

const IDS = {
  wild: '3b241101-e2bb-4255-8caf-4136c566a962',
  other: '3b241101-e2bb-4255-8caf-4136c566a963',
} as const;

const diagnostic = (id: string, name: string, diagnosticLabel: string): DiagnosticColor => ({
  id,
  diagnostic: { name, label: name },
  diagnosticLabel,
  color: '#44aa99',
});
const DIAGNOSTICS = [
  diagnostic(IDS.wild, 'HOMOZYGOUS_WILD_TYPE', 'Product A'),
  diagnostic(IDS.other, 'Species B', 'Product A'),
];
const WORDS = diagnosticWords(DIAGNOSTICS);

/** Every setting is set. */
const VERSION: VersionDraft = {
  negative: 1,
  positive: 2,
  outsideId: IDS.wild,
  tmShift: { limit: 1.2 },
  meltTemplates: { from: 'plate' },
  curveShapes: [
    {
      channel: 'FAM',
      phase: 'MELT',
      before: [50, 52],
      after: [65, 67],
      background: 'linear',
      alignAt: 20,
      references: ['HOMOZYGOUS_WILD_TYPE'],
      distance: 1,
      ratio: 2,
    },
  ],
  replicates: { rule: 'majority', tmSpread: 0.3, ignoresNoCall: false },
  channelRules: [
    {
      conditions: [{ channel: 'FAM', diagnostic: 'HOMOZYGOUS_WILD_TYPE' }],
      result: { name: 'Carrier', meaning: 'positive', lisCode: 'C1', snomedCt: '1', loinc: '2' },
    },
  ],
  amplification: [{ channel: 'FAM', latestCycle: 35 }],
};
const PHASE: PhaseDraft = {
  phaseType: 'MELT',
  minThreshold: 60,
  slopeThreshold: 4.72,
  minQuality: 0.4,
  inversed: false,
  zones: [
    {
      name: 'A',
      minTemp: 53,
      maxTemp: 57.5,
      label: 'p1',
      minThreshold: 70,
      minQuality: 0.5,
      referenceTm: 55,
    },
  ],
};
const CONDITIONS: readonly ExpressionSettings[] = [
  { firstOperand: { width: 'A' }, operator: 'GT', secondOperand: 3 },
  {
    firstOperand: { shape: 'curve' },
    operator: 'IS',
    secondOperand: { shape: { like: 'HOMOZYGOUS_WILD_TYPE' } },
  },
];

type Path = readonly (string | number)[];

/** The paths of all values that are neither objects nor lists. */
function leavesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...at, key]));
}

const OTHER_WORDS: Readonly<Record<string, string>> = {
  [IDS.wild]: IDS.other,
  HOMOZYGOUS_WILD_TYPE: 'Species B',
  plate: 'plate-or-kept',
  majority: 'all-agree',
  positive: 'negative',
  GT: 'LT',
  IS: 'IS_NOT',
  MELT: 'ANNEAL',
  FAM: 'HEX',
};

function changed(value: unknown, step: number): unknown {
  if (typeof value === 'number') return value + step;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return OTHER_WORDS[value] ?? `${value} B`;
  throw new Error(`no other value for ${String(value)}`);
}

/** A copy with one other value; the limit of the Tm shift has one decimal. */
function withChanged<Value>(value: Value, [key, ...rest]: Path, step = 0.0001): Value {
  // Of the same type, which `changed` cannot state.
  if (key === undefined) return changed(value, step) as Value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.with(Number(key), withChanged(items[Number(key)], rest, step)) as Value;
  }
  return { ...value, [key]: withChanged((value as Record<string, unknown>)[key], rest, step) };
}

const draftWith = (part: Partial<ChannelDraft>, version = EMPTY_DRAFT.version): KitDraft => ({
  ...EMPTY_DRAFT,
  version,
  FAM: { ...EMPTY_DRAFT.FAM, ...part },
});

describe('KIT-316 the comparison of two versions shows each setting that differs', () => {
  it.each(leavesOf(VERSION).map((path) => [path.join('.'), path] as const))('version: %s', (_, path) => {
    const before = draftWith({}, VERSION);
    const after = draftWith({}, withChanged(VERSION, path, path.at(-1) === 'limit' ? 0.1 : 0.0001));
    expect(draftChanges(before, after, WORDS)).toHaveLength(1);
  });

  it.each(
    Object.keys(VERSION).flatMap((key) =>
      EMPTY_DRAFT.version[key as keyof VersionDraft] === null ? [key] : [],
    ),
  )('version without %s', (key) => {
    const without = { ...VERSION, [key]: null };
    expect(draftChanges(draftWith({}, VERSION), draftWith({}, without), WORDS)).toHaveLength(1);
  });

  it.each(leavesOf(PHASE).map((path) => [path.join('.'), path] as const))('phase: %s', (_, path) => {
    const before = draftWith({ phases: [PHASE] });
    const after = draftWith({ phases: [withChanged(PHASE, path)] });
    expect(draftChanges(before, after, WORDS)).not.toEqual([]);
  });

  it.each(leavesOf(PHASE).map((path) => [path.join('.'), path] as const))(
    'phase that one lacks: %s',
    (_, path) => {
      const [one, other] = [PHASE, withChanged(PHASE, path)].map((phase) =>
        draftChanges(EMPTY_DRAFT, draftWith({ phases: [phase] }), WORDS),
      );
      expect(one).not.toEqual(other);
    },
  );

  it.each(leavesOf(CONDITIONS).map((path) => [path.join('.'), path] as const))('condition: %s', (_, path) => {
    const ruled = (expressions: readonly ExpressionSettings[]) =>
      draftWith({
        combinations: new Map([['A', { cases: [{ expressions, diagnosticId: IDS.wild }], otherwise: null }]]),
      });
    const changes = draftChanges(ruled(CONDITIONS), ruled(withChanged(CONDITIONS, path)), WORDS);
    expect(changes).toHaveLength(1);
  });

  it('a rule that gives another diagnostic with the same words', () => {
    const ruled = (otherwise: string) =>
      draftWith({ combinations: new Map([['A', { cases: [], otherwise }]]) });
    expect(draftChanges(ruled(IDS.wild), ruled(IDS.other), WORDS)).toEqual([
      { channel: 'FAM', field: 'A', from: 'Product A (Homozygous wild type)', to: 'Product A (Species B)' },
    ]);
  });

  it('a stored template', () => {
    const template: KeptTemplate = {
      analyser: 'Bio-Rad CFX96',
      channel: 'FAM',
      phase: 'MELT',
      zone: 'B',
      tm: 60.81,
      wells: 12,
      runs: [{ laboratory: 'Step', run: 41, wells: 12 }],
      shape: { from: -1, step: 0.5, middle: [1], spread: [0] },
      sha256: '0123456789ab'.padEnd(64, '0'),
    };
    const other = { ...template, sha256: 'f'.repeat(64) };
    expect(templateChanges([template], [template])).toEqual([]);
    expect(templateChanges([], [template])).toEqual([
      {
        channel: 'FAM',
        field: 'MELT zone B, stored template',
        from: 'nothing',
        to: 'Tm 60.81 °C, 12 wells of run 41 of Step, SHA-256 0123456789ab…',
      },
    ]);
    expect(templateChanges([template], [other])).toHaveLength(1);
  });
});

it('KIT-317 the comparison names diagnostics with the words of the kit', () => {
  const words = diagnosticWords([diagnostic(IDS.wild, 'HOMOZYGOUS_WILD_TYPE', 'p50')]);
  const [shape, rules] = draftChanges(EMPTY_DRAFT, draftWith({}, VERSION), words).filter(({ field }) =>
    ['Shape of the curve', 'Combined result across channels'].includes(field),
  );
  expect(shape?.to).toContain('aligned at 20 %, p50, border 1 %');
  expect(rules?.to).toBe('1: FAM p50 → Carrier (positive, LIS C1, SNOMED CT 1, LOINC 2)');
  const [first] = VERSION.curveShapes ?? [];
  expect(first && text.kits.checks.shapes.settingsText({ ...first, references: [] })).toContain(
    'aligned at 20 %, no reference, border 1 %',
  );
  expect(catalogueWords.ofName('HOMOZYGOUS_WILD_TYPE')).toBe('Homozygous wild type');
});
