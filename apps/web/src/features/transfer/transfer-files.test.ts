import { type KitDocument, kitDocumentSchema } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { kitDifferences, lotDifferences, existingLots } from './document-differences.ts';
import { newNameIssue } from './new-name-dialog.tsx';
import { fileFault, readDocument } from './read-document.ts';

const zone = { name: 'A', minTemp: 50, maxTemp: 58.5, label: '', minThreshold: null, minQuality: null };
const phase = {
  phaseType: 'MELT',
  minThreshold: 60,
  slopeThreshold: 5,
  minQuality: 0.5,
  inversed: false,
  zones: [zone],
};
const channel = {
  name: 'FAM',
  phases: [phase],
  rules: [
    { zones: ['A'], diagnostic: 'NEGATIVE', expressions: [] },
    { zones: [], diagnostic: null, expressions: [] },
  ],
};
const json = {
  format: 'curvewell-kit-version',
  formatVersion: 1,
  kit: { name: 'K', channels: [], diagnostics: [{ name: 'NEGATIVE', label: 'None', color: '#b3b9ad' }] },
  version: { version: 'v3', validityStartDate: null, validityEndDate: null, isEditable: true },
  configurations: [{ analyser: 'CFX96', status: 'VALIDATED', reactionBuffer: 'RB-1', channels: [channel] }],
};

function documentWith(zoneChange: object): KitDocument {
  const read = readDocument(
    JSON.stringify({
      ...json,
      configurations: [
        {
          ...json.configurations[0],
          channels: [{ ...channel, phases: [{ ...phase, zones: [{ ...zone, ...zoneChange }] }] }],
        },
      ],
    }),
    kitDocumentSchema,
  );
  if (!('document' in read)) throw new Error(read.problems.join());
  return read.document;
}

describe('a file to import', () => {
  it('IMPEXP-09 CONST-36 must have the JSON type', () => {
    const size = 10;
    expect(fileFault({ name: 'lots.csv', type: 'text/csv', size })?.title).toBe('wrong extension');
    expect(fileFault({ name: 'kit.json', type: 'text/plain', size })?.title).toBe('wrong extension');
    expect(fileFault({ name: 'kit.json', type: 'application/json', size })).toBeNull();
    expect(fileFault({ name: 'kit.JSON', type: '', size })).toBeNull();
    expect(fileFault({ name: 'kit.json', type: 'application/json', size: 9_000_000 })?.problems).toEqual([
      'The file is larger than 8 MiB.',
    ]);
  });

  it('reports the place of each error and what was expected, with the names in the file', () => {
    const wrong = structuredClone(json);
    Object.assign(wrong.configurations[0]?.channels[0]?.phases[0]?.zones[0] ?? {}, { minTemp: 'warm' });
    const read = readDocument(JSON.stringify(wrong), kitDocumentSchema);
    expect(read).toEqual({
      problems: [
        expect.stringMatching(
          /^configurations, row 1, channels, FAM, phases, row 1, zones, A, minTemp: .*number/,
        ),
      ],
    });
    expect(readDocument('x', kitDocumentSchema)).toEqual({
      problems: ['This file is damaged, or Curvewell did not export it.'],
    });
  });
});

describe('the differences between a file and the data here', () => {
  it('are empty for the same version under any name', () => {
    const here = documentWith({});
    expect(kitDifferences(here, { ...here, version: { ...here.version, version: 'v4' } })).toEqual([]);
  });

  it('are listed by place', () => {
    expect(kitDifferences(documentWith({}), documentWith({ maxTemp: 58.2 }))).toEqual([
      { place: 'CFX96 · RB-1 · FAM · MELT · zone A · Max °C', here: '58.5', file: '58.2' },
    ]);
    const moved = documentWith({ name: 'B' });
    expect(
      kitDifferences(documentWith({}), moved).find(({ place }) => place.includes('zone B · Min')),
    ).toEqual({
      place: 'CFX96 · RB-1 · FAM · MELT · zone B · Min °C',
      here: null,
      file: '50',
    });
  });

  it('include settings of the version', () => {
    const here = documentWith({});
    const settings = {
      requiredControls: { negative: 2, positive: 1 },
      outsideDiagnostic: 'HETEROZYGOUS',
    } as const;
    expect(kitDifferences(here, { ...here, version: { ...here.version, ...settings } })).toEqual([
      { place: 'Required controls', here: '1 negative, 0 positive', file: '2 negative, 1 positive' },
      { place: 'A peak in no zone', here: 'nothing', file: 'HETEROZYGOUS' },
    ]);
  });

  it('include the order of rules, which are applied in order', () => {
    const here = documentWith({});
    const turned = structuredClone(here);
    turned.configurations[0]?.channels[0]?.rules.reverse();
    expect(kitDifferences(here, turned).map(({ place }) => place)).toEqual([
      'CFX96 · RB-1 · FAM · rule NONE · Order',
      'CFX96 · RB-1 · FAM · rule A · Order',
    ]);
  });

  it('IMPEXP-10 match lots by name, ignoring case, and compare them', () => {
    const here = [{ name: '26B0417', expirationDate: '2027-03-31', active: true }];
    const file = [
      { name: '26b0417', expirationDate: '2027-04-30', active: true },
      { name: 'NEW', expirationDate: '2027-04-30', active: true },
    ];
    expect(existingLots(here, file).map(({ name }) => name)).toEqual(['26b0417']);
    expect(lotDifferences(here, file)).toEqual([
      { place: '26b0417 · Expiry date', here: '2027-03-31', file: '2027-04-30' },
    ]);
  });
});

it('IMPEXP-11 IMPEXP-12 ERR-41 a new name must not be empty or taken', () => {
  expect(newNameIssue(' ', ['v3'])).toBe('version name is null');
  expect(newNameIssue(' V3 ', ['v3', 'v4'])).toBe('version already exists (V3)');
  expect(newNameIssue('v5', ['v3', 'v4'])).toBeNull();
});
