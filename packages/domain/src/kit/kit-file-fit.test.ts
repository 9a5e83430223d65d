import { describe, expect, it } from 'vitest';

import { kitFileFit, rowFit, ZONE_EDGE_TOLERANCE, type FileContent, type FitAssay } from './kit-file-fit.ts';
import { fitText, unconfirmedFindings } from './kit-fit.ts';

const ANALYSER = { name: 'Bio-Rad CFX96', plateTypes: ['RECTANGULAR_96'] } as const;
type Curve = FileContent['curves'][number];
type Phases = FitAssay['phases'];
type Zone = Phases[number]['zones'][number];

/** A curve from 45 to 75 °C, every 0.2 °C, in 354 wells. */
const curve = (differing: Partial<Curve> = {}): Curve => ({
  channel: 'FAM',
  phase: 'MELT',
  wellCount: 354,
  pointCount: [151, 151],
  temperature: [45, 75],
  ...differing,
});
const file = (...curves: readonly Curve[]): FileContent => ({ plateType: 'RECTANGULAR_96', curves });
const zone = (name: string, minTemp: number, maxTemp: number): Zone => ({ name, minTemp, maxTemp });

const ZONES = [zone('C', 48.5, 53), zone('D', 60.5, 63)];
const melt = (zones: readonly Zone[] = ZONES, channel: Phases[number]['channel'] = 'FAM') =>
  ({ channel, phaseType: 'MELT', zones }) as const;
const assay = (phases: Phases = [melt()], rules: FitAssay['rules'] = []): FitAssay => ({
  analyser: ANALYSER,
  phases,
  rules,
});

const found = (content: FileContent, read: FitAssay = assay()) =>
  kitFileFit(content, read).map(({ code, severity, zones = [] }) => [code, severity, zones.join('')]);

describe('STEP1-120 kit and file', () => {
  it('STEP1-120 have no findings if every zone was read', () => {
    expect(kitFileFit(file(curve()), assay())).toEqual([]);
  });

  it('STEP1-120 do not fit without zones for the analyser', () => {
    expect(kitFileFit(file(curve()), assay([]))).toEqual([
      {
        code: 'not-configured',
        severity: 'impossible',
        text: 'This kit version has no zones for Bio-Rad CFX96. It cannot read the file.',
      },
    ]);
    expect(found(file(curve()), assay([melt([])]))).toEqual([['not-configured', 'impossible', '']]);
  });

  it('STEP1-120 do not fit if the file contains none of the channels', () => {
    expect(kitFileFit(file(curve({ channel: 'TEXAS_RED' })), assay())).toEqual([
      {
        code: 'no-channel',
        severity: 'impossible',
        text: 'This kit reads FAM. The file contains TEXAS_RED.',
      },
    ]);
  });

  it('STEP1-120 fit in part if one of two channels is not in the file', () => {
    const both = assay([melt(), melt([zone('E', 50, 52)], 'TEXAS_RED')]);
    expect(kitFileFit(file(curve()), both)).toEqual([
      {
        code: 'channel-missing',
        severity: 'doubtful',
        text: 'This kit also reads TEXAS_RED, which the file does not contain. There will be no result in TEXAS_RED.',
        channel: 'TEXAS_RED',
        zones: ['E'],
      },
    ]);
  });

  it('STEP1-120 do not fit if the file lies outside all zones', () => {
    expect(kitFileFit(file(curve({ temperature: [75.1, 94.9] })), assay())).toEqual([
      {
        code: 'no-zone-read',
        severity: 'impossible',
        text: 'This kit reads 48.5 to 63.0 °C. The file contains 75.1 to 94.9 °C. None of the kit’s zones was read, so all 354 wells would be No call.',
        zones: ['C', 'D'],
      },
    ]);
  });

  it('STEP1-120 do not fit if the file contains another phase only', () => {
    const [finding] = kitFileFit(file(curve({ phase: 'ANNEAL' })), assay());
    expect(finding).toMatchObject({ code: 'no-zone-read', severity: 'impossible' });
    expect(finding?.text).toContain('The kit needs MELT, the file contains ANNEAL.');
  });

  it('STEP1-120 fit in part if one zone was not read', () => {
    expect(kitFileFit(file(curve({ temperature: [45, 60] })), assay())).toEqual([
      {
        code: 'zones-not-read',
        severity: 'doubtful',
        text: 'Zone D (60.5 to 63.0 °C) was not read. Wells that need it will be No call.',
        channel: 'FAM',
        phase: 'MELT',
        zones: ['D'],
      },
    ]);
  });

  it('STEP1-120 fit in part if a required phase is not in the file', () => {
    const both = assay([melt(), { channel: 'FAM', phaseType: 'ANNEAL', zones: [zone('A', 48.5, 53)] }]);
    expect(kitFileFit(file(curve()), both)).toEqual([
      {
        code: 'phase-missing',
        severity: 'doubtful',
        text: 'The file does not contain the phase ANNEAL. Zone A (48.5 to 53.0 °C) was not read. Wells that need it will be No call.',
        channel: 'FAM',
        phase: 'ANNEAL',
        zones: ['A'],
      },
    ]);
    // A well without a peak also depends on a zone that no rule names.
    const meltOnly = [{ channel: 'FAM', zones: ['C'], expressions: [] }] as const;
    expect(found(file(curve()), { ...both, rules: meltOnly })).toEqual([['phase-missing', 'doubtful', 'A']]);
  });

  it('STEP1-120 do not fit if no zone of a rule or condition was read', () => {
    const low = file(curve({ temperature: [45, 60] }));
    const read = (expressions: FitAssay['rules'][number]['expressions'], zones: readonly string[]) =>
      found(low, assay([melt()], [{ channel: 'FAM', zones, expressions }]));
    expect(read([], ['D'])).toEqual([['no-zone-read', 'impossible', 'D']]);
    expect(read([], ['C'])).toEqual([['zones-not-read', 'doubtful', 'D']]);
    const expressions = [{ firstOperand: 'C', secondOperand: 'D' }];
    expect(read(expressions, ['D'])).toEqual([['zones-not-read', 'doubtful', 'D']]);
  });

  it('STEP1-120 fit in part if the analyser does not have the plate', () => {
    expect(kitFileFit({ ...file(curve()), plateType: 'RECTANGULAR_384' }, assay())).toEqual([
      {
        code: 'plate-type',
        severity: 'doubtful',
        text: 'The file is from a plate with 384 wells. Bio-Rad CFX96 reads plates with 96 wells.',
      },
    ]);
  });
});

describe('STEP1-121 a zone counts as read', () => {
  const upTo = (last: number, step: number) =>
    file(curve({ temperature: [45, last], pointCount: [1, Math.round((last - 45) / step) + 1] }));
  const isRead = (content: FileContent) =>
    found(content, assay([melt([zone('C', 46, 63), zone('D', 47, 50)])])).length === 0;

  it('STEP1-121 if the readings come within one step of its limit', () => {
    expect(isRead(upTo(62.8, 0.2))).toBe(true);
    expect(isRead(upTo(62.6, 0.2))).toBe(false);
  });

  it('STEP1-121 whatever the rounding of its temperatures', () => {
    // 75 plus a step of 0.3, computed from these readings, is less than 75.3.
    const content = file(curve({ temperature: [40.2, 75], pointCount: [1, 117] }));
    expect(found(content, assay([melt([zone('C', 60, 75.3)])]))).toEqual([]);
  });

  it('STEP1-121 but no farther than half a degree, however large the steps', () => {
    expect(ZONE_EDGE_TOLERANCE).toBe(0.5);
    expect(isRead(upTo(62.5, 1.25))).toBe(true);
    expect(isRead(upTo(62, 1))).toBe(false);
  });

  it('STEP1-121 if its lower limit was read, too', () => {
    const from = (first: number) => file(curve({ temperature: [first, 75], pointCount: [1, 40] }));
    expect(isRead(from(46.5))).toBe(true);
    expect(isRead(from(46.6))).toBe(false);
  });
});

describe('STEP1-122 a row of step 1', () => {
  const row = (...buffers: readonly (readonly [string, Phases])[]) => ({
    kitVersionId: 'v2',
    kit: 'LCT-13910 v2',
    assays: buffers.map(([buffer, phases]) => ({ ...assay(phases), buffer })),
  });
  const FAR = [melt([zone('C', 80, 85)])];

  it('STEP1-122 with any buffer is impossible only if every buffer is', () => {
    const some = rowFit(file(curve()), row(['RB-1', FAR], ['RB-2', [melt()]]));
    expect(some).toMatchObject([{ code: 'no-zone-read', severity: 'doubtful', kit: 'LCT-13910 v2' }]);
    expect(some[0]?.text).toMatch(/^With RB-1: This kit reads 80\.0 to 85\.0 °C\./);
    const all = rowFit(file(curve()), row(['RB-1', FAR], ['RB-2', FAR]));
    expect(all).toMatchObject([
      { severity: 'impossible', text: expect.stringMatching(/^This kit/) as string },
    ]);
  });

  it('STEP1-122 that partly fits with one buffer is usable, and says what each buffer lacks', () => {
    const findings = rowFit(file(curve({ temperature: [45, 60] })), row(['RB-1', FAR], ['RB-2', [melt()]]));
    expect(findings.map(({ code, severity, text }) => [code, severity, text.slice(0, 10)])).toEqual([
      ['no-zone-read', 'doubtful', 'With RB-1:'],
      ['zones-not-read', 'doubtful', 'With RB-2:'],
    ]);
  });

  it('STEP1-122 keeps a confirmation only while the sentence is the same', () => {
    const before = rowFit(file(curve({ temperature: [45, 60] })), row(['RB-1', [melt()]]));
    const confirmed = before.map(({ key }) => key);
    expect(unconfirmedFindings(before, confirmed)).toEqual([]);
    const moved = [melt([zone('C', 48.5, 53), zone('D', 61, 63)])];
    expect(
      unconfirmedFindings(rowFit(file(curve({ temperature: [45, 60] })), row(['RB-1', moved])), confirmed),
    ).toHaveLength(1);
    // The buffer of a well has no other findings than the row.
    const both = rowFit(
      file(curve({ temperature: [45, 60] })),
      row(['RB-1', [melt()]], ['RB-2', [melt([zone('C', 48.5, 53)])]]),
    );
    expect(
      unconfirmedFindings(
        before,
        both.map(({ key }) => key),
      ),
    ).toEqual([]);
  });
});

describe('STEP1-123 a confirmation', () => {
  it('STEP1-123 is one sentence with user and time', () => {
    const findings = rowFit(file(curve({ temperature: [45, 60] })), {
      kitVersionId: 'v2',
      kit: 'LCT-13910 v2',
      assays: [{ ...assay(), buffer: 'RB-1' }],
    });
    const fit = { findings, byName: 'Tara Holm', at: '2026-11-23T20:12:29.000Z' };
    expect(fitText({ fit, laboratoryTimeZone: 'Europe/Stockholm' })).toBe(
      'Kit and file fit only in part. LCT-13910 v2: Zone D (60.5 to 63.0 °C) was not read. Wells that need it will be No call. Confirmed by Tara Holm, 23-11-2026 21:12 (Europe/Stockholm).',
    );
    const [finding] = findings;
    const two = finding && { ...fit, findings: [finding, { ...finding, text: 'No TEXAS_RED.' }] };
    expect(fitText({ fit: two ?? null, laboratoryTimeZone: 'UTC' })).toContain(
      'LCT-13910 v2: Zone D (60.5 to 63.0 °C) was not read. Wells that need it will be No call. No TEXAS_RED. Confirmed',
    );
    expect(fitText({ fit: null, laboratoryTimeZone: 'UTC' })).toBeNull();
  });
});

describe('STEP1-120 the text of a finding', () => {
  const texts = (content: FileContent, read: FitAssay = assay()) =>
    kitFileFit(content, read).map(({ text }) => text);
  const red = (differing: Partial<Curve> = {}) => curve({ channel: 'TEXAS_RED', ...differing });

  it('lists several zones, and the channel if there are two', () => {
    const three = [...ZONES, zone('E', 64, 66), zone('F', 70, 72)];
    const both = assay([melt(three), melt([zone('G', 50, 52)], 'TEXAS_RED')]);
    expect(texts(file(curve({ temperature: [45, 55] }), red()), both)).toEqual([
      'Zones D (60.5 to 63.0 °C), E (64.0 to 66.0 °C) and F (70.0 to 72.0 °C) were not read in FAM. Wells that need them will be No call.',
    ]);
  });

  it('uses the singular for one well, and says that a file contains no curves', () => {
    const [text] = texts(file(curve({ temperature: [75.1, 94.9], wellCount: 1 })));
    expect(text).toContain('so the well would be No call.');
    expect(texts(file())).toEqual(['This kit reads FAM. The file contains no curves.']);
    const both = assay([melt(), melt(ZONES, 'TEXAS_RED')]);
    expect(texts(file(), both)).toEqual(['This kit reads FAM and TEXAS_RED. The file contains no curves.']);
  });

  it('states the range of the relevant curves only', () => {
    const content = file(curve({ temperature: [75, 90] }), red({ temperature: [20, 99] }));
    expect(texts(content)[0]).toContain('The file contains 75.0 to 90.0 °C.');
    const both = assay([melt(), { channel: 'FAM', phaseType: 'ANNEAL', zones: [zone('A', 20, 25)] }]);
    expect(texts(file(curve({ temperature: [75, 90] })), both)[0]).toContain(
      'The file contains 75.0 to 90.0 °C.',
    );
  });

  it('treats a phase as missing that only another channel has', () => {
    const both = assay([
      melt(),
      { channel: 'FAM', phaseType: 'ANNEAL', zones: [zone('A', 48.5, 53)] },
      melt([zone('G', 50, 52)], 'TEXAS_RED'),
    ]);
    const content = file(curve(), red(), red({ phase: 'ANNEAL' }));
    expect(found(content, both)).toEqual([['phase-missing', 'doubtful', 'A']]);
    expect(texts(content, both)[0]).toMatch(/^The file does not contain the phase ANNEAL in FAM\. Zone A/);
    // A zone is read only by curves of its own channel.
    expect(found(file(curve({ temperature: [45, 60] }), red()), both)).toContainEqual([
      'zones-not-read',
      'doubtful',
      'D',
    ]);
  });

  it('uses the zones that rules of the same channel name', () => {
    const rules = [
      { channel: 'FAM', zones: ['C'], expressions: [] },
      { channel: 'TEXAS_RED', zones: ['D'], expressions: [] },
    ] as const;
    // Only D was read, and no rule of FAM names it.
    expect(found(file(curve({ temperature: [58, 70] })), assay([melt()], rules))).toEqual([
      ['no-zone-read', 'impossible', 'C'],
    ]);
  });

  it('treats a zone as read up to the tolerance at both limits', () => {
    const at = (from: number, to: number) =>
      found(
        file(curve({ temperature: [45, 75], pointCount: [16, 16] })),
        assay([melt([zone('C', from, to)])]),
      );
    expect([at(44.5, 60), at(60, 75.5)]).toEqual([[], []]);
    expect([at(44.49, 60), at(60, 75.51)].map(([one]) => one?.[0])).toEqual(['no-zone-read', 'no-zone-read']);
  });

  it('names the analyser’s plates', () => {
    const analyser = { name: 'Cycler', plateTypes: ['RECTANGULAR_96', 'RECTANGULAR_384'] } as const;
    const none = { ...assay(), analyser: { ...analyser, plateTypes: [] } };
    expect(texts(file(curve()), { ...assay(), analyser })).toEqual([]);
    expect(texts(file(curve()), none)).toHaveLength(1);
    const large = { ...file(curve()), plateType: 'RECTANGULAR_384' as const };
    expect(texts(large)).toEqual([
      'The file is from a plate with 384 wells. Bio-Rad CFX96 reads plates with 96 wells.',
    ]);
  });
});
