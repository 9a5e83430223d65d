// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';

import { removeDraft, writeDraft } from '../../../shared/forms/draft-storage.ts';
import { toStoredKitDraft, readKitDraft, kitDraftPlace } from './read-kit-draft.ts';
import { EMPTY_DRAFT, type KitDraft } from './kit-draft.ts';

const ID = '00000000-0000-4000-8000-000000000000';
const PLACE = kitDraftPlace({ kitId: ID, versionId: ID, reactionBufferId: ID, analyserId: ID }, 'r.dunn');
const DRAFT: KitDraft = {
  ...EMPTY_DRAFT,
  FAM: {
    phases: [
      {
        phaseType: 'MELT',
        minThreshold: null,
        slopeThreshold: 4.72,
        minQuality: 0.4,
        inversed: true,
        zones: [{ name: '', minTemp: 58.2, maxTemp: null, label: 'T', minThreshold: 12.5, minQuality: null }],
      },
    ],
    combinations: new Map([
      [
        'A + B',
        {
          cases: [
            {
              expressions: [{ firstOperand: 'A', operator: 'GT', secondOperand: 'B' }],
              diagnosticId: ID,
            },
          ],
          otherwise: null,
        },
      ],
    ]),
  },
};

afterEach(() => {
  removeDraft(PLACE);
});

test('KIT-25 a stored draft is restored, including missing values', () => {
  expect(readKitDraft(PLACE)).toBeNull();
  const kept = { at: '2026-11-22T10:41:00.000Z', revision: 7, draft: DRAFT };
  writeDraft(PLACE, toStoredKitDraft(kept));
  expect(readKitDraft(PLACE)).toEqual(kept);
  // Drafts of an older release lack the controls.
  const { version: _version, ...previous } = DRAFT;
  writeDraft(PLACE, toStoredKitDraft({ ...kept, draft: previous }));
  expect(readKitDraft(PLACE)).toEqual({ ...kept, draft: previous });
});

test('invalid data in storage is ignored', () => {
  writeDraft(PLACE, { at: '2026-11-22T10:41:00.000Z', revision: 7, FAM: {} });
  expect(readKitDraft(PLACE)).toBeNull();
});

test('KIT-25 a draft belongs to one user, version, buffer and analyser', () => {
  const place = { kitId: 'k', versionId: 'v', reactionBufferId: 'b', analyserId: 'a' };
  expect(kitDraftPlace(place, 'r.dunn')).toEqual({ what: 'kit', userId: 'r.dunn', runId: 'v b a' });
});

test('KIT-25 settings of the version are restored too', () => {
  const version = {
    ...EMPTY_DRAFT.version,
    tmShift: { limit: 0.8 },
    meltTemplates: { from: 'plate' as const },
    curveShapes: [
      {
        channel: 'FAM' as const,
        phase: 'MELT' as const,
        before: [50, 52] as [number, number],
        after: [65, 67] as [number, number],
        background: 'linear' as const,
        alignAt: null,
        references: ['HOMOZYGOUS_MUTATED'],
        distance: 1,
        ratio: 2,
      },
    ],
    replicates: { rule: 'any-positive' as const, tmSpread: null, ignoresNoCall: false },
  };
  const kept = { at: '2026-11-22T10:41:00.000Z', revision: 7, draft: { ...DRAFT, version } };
  writeDraft(PLACE, toStoredKitDraft(kept));
  expect(readKitDraft(PLACE)).toEqual(kept);
});

test('KIT-204 a stored draft keeps all channels, and one without further channels is stored as before', () => {
  const kept = { at: '2026-11-22T10:41:00.000Z', revision: 7, draft: DRAFT };
  expect(Object.keys(toStoredKitDraft(kept))).toEqual(['at', 'revision', 'version', 'FAM', 'TEXAS_RED']);
  const more = { ...kept, draft: { ...DRAFT, HEX: DRAFT.FAM, CY5: { ...DRAFT.FAM, phases: [] } } };
  writeDraft(PLACE, toStoredKitDraft(more));
  expect(readKitDraft(PLACE)).toEqual(more);
});
