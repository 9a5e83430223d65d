import { diagnosticCalls, kitCalls, runCalls, searchCalls, whatIfEventSchema } from '@curvewell/contracts';
import {
  type ChannelRules,
  combinedFaults,
  type Run,
  type ReportDocument,
  reportDifferences,
} from '@curvewell/domain';
import type { SyntheticWell } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readSignedRecord } from '../src/features/decisions/read-record-state.ts';
import { fhirBundleSchema } from '../src/features/exports/results/fhir-schema.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  configureEntry,
  expectSameCalls,
  exportedVersion,
  importVersion,
  verifiedAfterApproval,
} from './kit-settings.ts';
import { openWorkbook } from './open-workbook.ts';
import { doubtsOf, lisLines, orderedRun, pdfText, sentResults } from './ordered-runs.ts';
import { interpretedRun } from './run-factory.ts';
import { storedSettings } from './stored-settings.ts';
import { unzip } from './zip-parts.ts';

const on = (fam: string, red: string): ChannelRules[number]['conditions'] => [
  { channel: 'FAM', diagnostic: fam },
  { channel: 'TEXAS_RED', diagnostic: red },
];
const RULES: ChannelRules = [
  {
    conditions: [{ channel: 'FAM', diagnostic: 'HOMOZYGOUS_MUTATED' }],
    result: { name: 'Persistent', meaning: 'positive', lisCode: 'LP+' },
  },
  {
    conditions: on('HOMOZYGOUS_WILD_TYPE', 'HOMOZYGOUS_WILD_TYPE'),
    result: { name: 'Not persistent', meaning: 'negative', lisCode: 'LP-' },
  },
];
const [WILD, MUTATED, RED_WILD] = [55.3, 60.8, 58.8];

const well = (position: string, name: string, fam: number | null, red: number | null): SyntheticWell => ({
  position,
  name,
  sampleType: null,
  melts: [
    ...(fam === null ? [] : [{ channel: 'FAM' as const, tm: fam, amplitude: 1000, width: 0.75 }]),
    ...(red === null ? [] : [{ channel: 'TEXAS_RED' as const, tm: red, amplitude: 1000, width: 0.75 }]),
  ],
});
/** Two results, one combination without a rule, one without a call in Texas Red, and the control. */
const WELLS: readonly SyntheticWell[] = [
  well('A1', 'S-1', MUTATED, RED_WILD),
  well('A2', 'S-2', WILD, RED_WILD),
  well('A3', 'S-3', WILD, null),
  well('A4', 'S-4', WILD, 70.5),
  well('A5', 'NTC', null, null),
];
const CHANNELS = ['FAM', 'TEXAS_RED'] as const;

let test: TestApp;
let versionId = '';
let plain: Run;
let run: Run;
beforeAll(async () => {
  test = await createTestApp();
  const where = { version: 'v2', kit: { name: 'LCT-13910' } };
  ({ id: versionId } = await test.db.kitVersion.findFirstOrThrow({ where }));
  plain = await interpretedRun(test, { seed: 5, wells: WELLS, channels: CHANNELS });
  await test.db.kitVersion.update({ where: { id: versionId }, data: { channelRules: RULES } });
  run = await orderedRun(test, { seed: 6, wells: WELLS, channels: CHANNELS });
}, 90_000);
afterAll(() => test.close());

describe('a run of a kit version with rules over its channels', () => {
  it('REVIEW-419 lists the wells of a sample without a combined result as unresolved', async () => {
    const { combined, unresolved } = await doubtsOf(test, run);
    expect(combined?.map(({ name, result, fault }) => [name, result?.name, fault])).toEqual([
      ['S-1', 'Persistent', null],
      ['S-2', 'Not persistent', null],
      ['S-3', undefined, 'no-rule'],
      ['S-4', undefined, 'incomplete'],
    ]);
    expect(unresolved.map(({ position, channel, isOfSample }) => [position, channel, isOfSample])).toEqual([
      ['A3', 'FAM', true],
      ['A3', 'TEXAS_RED', true],
      ['A4', 'TEXAS_RED', undefined],
    ]);
    expect(unresolved[0]?.reason).toMatch(
      /^sample S-3 has no combined result: no rule of the kit applies to FAM: W /,
    );
  });

  it('EXPORT-155 sends each sample once to the LIS, with the wells and channels behind it', async () => {
    const lines = await lisLines(test, run);
    expect(lines.map(({ position, channel }) => [position, channel])).toEqual([
      ['A1', 'FAM TEXAS_RED'],
      ['A2', 'FAM TEXAS_RED'],
      ['A3', 'FAM TEXAS_RED'],
      ['A4', 'FAM TEXAS_RED'],
      ['A5', 'FAM'],
      ['A5', 'TEXAS_RED'],
    ]);
    const [first, second, third, fourth, control] = lines;
    expect(first).toMatchObject({
      result_code: 'LP+',
      result: 'Persistent',
      result_status: 'preliminary',
      order_id: 'LIS-S-1',
    });
    expect(first!['well_id']!.split(' ')).toHaveLength(2);
    expect(first!['channel_results']).toMatch(/^FAM: M .* in A1; TEXAS_RED: W .* in A1$/);
    expect(second).toMatchObject({ result_code: 'LP-', result: 'Not persistent' });
    expect(third).toMatchObject({
      result_code: '',
      result: '',
      result_status: 'no-call',
      no_result_codes: 'NO_COMBINED_RESULT',
    });
    expect(fourth).toMatchObject({
      result_code: '',
      result: '',
      result_status: 'no-call',
      no_result_codes: 'COMBINED_INCOMPLETE',
    });
    expect(fourth!['no_result_reason']).toMatch(/^Incomplete\. TEXAS_RED: no call in A4/);
    expect(control).toMatchObject({ sample_type: 'NEGATIVE_TEST', channel_results: '' });
  });

  it('EXPORT-156 sends one observation with the order in FHIR, derived from those of its channels', async () => {
    const { entry } = fhirBundleSchema.parse(JSON.parse(await sentResults(test, run, 'FHIR')));
    const resources = entry.map(({ resource }) => resource);
    const observations = resources.flatMap((one) => (one.resourceType === 'Observation' ? [one] : []));
    const combined = observations.filter(({ derivedFrom }) => derivedFrom !== undefined);
    expect(combined.map(({ derivedFrom }) => derivedFrom?.length)).toEqual([2, 2, 2, 2]);
    expect(
      combined.map(
        ({ valueCodeableConcept: value, dataAbsentReason }) => value?.text ?? dataAbsentReason?.text,
      ),
    ).toEqual([
      'Persistent',
      'Not persistent',
      expect.stringMatching(/^No combined result\. No rule of the kit/),
      expect.stringMatching(/^Incomplete\. TEXAS_RED: no call/),
    ]);
    expect(combined.map(({ interpretation }) => interpretation?.[0]?.coding?.[0]?.code)).toEqual([
      ...['POS', 'NEG', undefined, undefined],
    ]);
    const ordered = observations.flatMap(({ id, basedOn = [] }) =>
      basedOn.map(({ identifier }) => [identifier?.value, id]),
    );
    expect(ordered).toEqual(combined.map(({ id }, index) => [`LIS-S-${index + 1}`, id]));
    const reports = resources.flatMap((one) => (one.resourceType === 'DiagnosticReport' ? [one.result] : []));
    expect(reports.map((references) => references.map(({ reference }) => reference))).toEqual(
      combined.map(({ id }) => [`urn:uuid:${id}`]),
    );
    const behind = combined.flatMap(({ derivedFrom = [] }) => derivedFrom.map(({ reference }) => reference));
    const parts = observations.filter(({ note: [first] }) => first?.text.includes('not a result of its own'));
    expect(parts.map(({ id }) => `urn:uuid:${id}`).sort()).toEqual(behind.sort());
  });

  it('EXPORT-186 sends no value of channels behind a sample without a combined result', async () => {
    const { entry } = fhirBundleSchema.parse(JSON.parse(await sentResults(test, run, 'FHIR')));
    const observations = entry.flatMap(({ resource }) =>
      resource.resourceType === 'Observation' ? [resource] : [],
    );
    const combined = observations.filter(({ derivedFrom }) => derivedFrom !== undefined);
    const partsOf = ({ derivedFrom = [] }: (typeof combined)[number]) =>
      observations.filter(({ id }) => derivedFrom.some(({ reference }) => reference === `urn:uuid:${id}`));
    const sent = combined.map((one) =>
      partsOf(one).map(({ valueCodeableConcept, component = [] }) => [
        valueCodeableConcept !== undefined,
        component.length > 0,
      ]),
    );
    expect(sent.map((parts) => new Set(parts.flat()))).toEqual([
      new Set([true]),
      new Set([true]),
      new Set([false]),
      new Set([false]),
    ]);
    expect(partsOf(combined[2]!)[0]).toMatchObject({
      status: 'preliminary',
      dataAbsentReason: {
        text: expect.stringMatching(/^No result of its own\. Sample S-3 has no result/) as string,
      },
    });
  });

  it('EXPORT-187 states the controls of every channel in the note of a combined result in FHIR', async () => {
    const { entry } = fhirBundleSchema.parse(JSON.parse(await sentResults(test, run, 'FHIR')));
    const [first] = entry.flatMap(({ resource }) =>
      resource.resourceType === 'Observation' && resource.derivedFrom !== undefined ? [resource] : [],
    );
    const notes = first?.note.map(({ text }) => text).filter((text) => text.startsWith('Controls'));
    expect(notes).toEqual([
      expect.stringMatching(/^Controls of this kit and lot, FAM: A5 /),
      expect.stringMatching(/^Controls of this kit and lot, TEXAS_RED: A5 /),
    ]);
  });

  it('EXPORT-157 states the table by sample in report and workbook, and the result in CSV', async () => {
    const file = (body: object) => test.call('tech', 'POST', `/run/export/${run.id}`, body);
    const text = await pdfText((await file({ format: 'PDF' })).rawPayload);
    expect(text).toMatch(/Samples across channels: LCT-13910 v2/);
    expect(text).toMatch(/Sample S-1: Persistent, by rule 1 of the kit/);
    expect(text).toMatch(/Incomplete/);
    const workbook = await openWorkbook((await file({ format: 'XLSX' })).rawPayload);
    const rows = (workbook.getWorksheet('By sample')?.getSheetValues() ?? []).map((row) =>
      JSON.stringify(row),
    );
    expect(rows).toHaveLength(WELLS.length + 2); // the first is empty
    expect(rows[2]).toMatch(/"S-1","LIS-S-1","Blood","A1","yes","Persistent","positive","LP\+",1/);
    expect(rows[5]).toMatch(/"A4","no","Incomplete"/);
    const csv = (await file({ format: 'CSV' })).body.split('\r\n');
    expect(csv[0]).toMatch(/;Combined result;No combined result because;Run status;Remarks$/);
    expect(csv.find((line) => line.startsWith('A1;FAM;S-1'))).toMatch(
      /;Persistent;;NOT APPROVED: Run to interpret;/,
    );
    const byName = await file({ format: 'PDF', groupByWellName: true });
    const [, one] = [...(await unzip(byName.rawPayload))].find(([name]) => name.includes('S-1'))!;
    const pages = await pdfText(one);
    expect(pages).toContain('Samples across channels');
    expect(pages).not.toContain('S-2');
  });

  it('TRUST-616 signs the result after an override, and a verifier derives it from the record', async () => {
    const red = run.analyses.find(({ channel }) => channel === 'TEXAS_RED')!.wells['A4']!;
    const wild = await test.db.diagnosticColor.findFirstOrThrow({
      where: { kit: { name: 'LCT-13910' }, diagnosticName: 'HOMOZYGOUS_WILD_TYPE' },
    });
    const changed = await test.call('tech', 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${red.id}`, {
      id: wild.id,
      comment: 'Repeat of the sample is wild type',
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const line = async () => (await lisLines(test, run)).find(({ sample_name }) => sample_name === 'S-4');
    expect(await line()).toMatchObject({ result_code: 'LP-', changed_by_hand: 'yes' });
    const findings = await verifiedAfterApproval(test, run);
    expectSameCalls(findings, WELLS.length * CHANNELS.length);
    expect(findings.map(({ text }) => text).join(' ')).toMatch(/The combined results of 4 samples follow/);
    expect(await line()).toMatchObject({ run_status: 'final', result_status: 'final' });
  });

  /** Checks something while the record of the run was found changed, and again before its first check. */
  async function whileNotAsSigned(check: () => Promise<void>): Promise<void> {
    const ofRun = { where: { runId: run.id } };
    const stored = await test.db.recordCheck.findFirstOrThrow(ofRun);
    await test.db.recordCheck.updateMany({ ...ofRun, data: { isUnchanged: false } });
    await check();
    await test.db.recordCheck.deleteMany(ofRun);
    await check();
    await test.db.recordCheck.create({ data: stored });
  }

  it('LIST-141 the search shows the results that approved runs signed, and none of other runs or laboratories', async () => {
    const resultsOf = async (login: string) => {
      const answer = await test.call(login, 'GET', '/search?search=S-1');
      const { samples } = searchCalls.search.answer.parse(answer.json());
      return samples.found.flatMap(({ runs }) => runs.found.map(({ id, result }) => [id, result]));
    };
    expect(await resultsOf('tech')).toEqual([
      [run.id, 'LCT-13910 v2: Persistent · 1 well'],
      [plain.id, null],
    ]);
    expect(await resultsOf('tech.south')).toEqual([]);
    await whileNotAsSigned(async () => {
      expect((await resultsOf('tech'))[0]).toEqual([run.id, null]);
    });
  });

  it('LIST-143 a page of runs counts the samples of approved runs by their signed result, and none of others', async () => {
    const countsOf = async (login: string) => {
      const answer = await test.call(login, 'GET', '/run?size=50');
      const { listObjects } = runCalls.list.answer.parse(answer.json());
      return listObjects.flatMap(({ id, samples }) => (samples === undefined ? [] : [[id, samples]]));
    };
    expect(await countsOf('tech')).toEqual([[run.id, { positive: 1, negative: 2, none: 1 }]]);
    expect(await countsOf('tech.south')).toEqual([]);
    await whileNotAsSigned(async () => {
      expect(await countsOf('tech')).toEqual([]);
    });
    // An altered check hides no run of the page.
    const ofRun = { where: { runId: run.id, decision: 'approve' } } as const;
    const { id, check } = await test.db.runDecision.findFirstOrThrow(ofRun);
    await test.db.$executeRaw`ALTER TABLE run_decision DISABLE TRIGGER USER`;
    await test.db.runDecision.update({
      where: { id },
      data: { check: { doubts: { combined: 1, samples: null } } },
    });
    expect(await countsOf('tech')).toEqual([]);
    await test.db.runDecision.update({ where: { id }, data: { check: check ?? {} } });
    await test.db.$executeRaw`ALTER TABLE run_decision ENABLE TRIGGER USER`;
  });

  it('KIT-302 a what-if names the samples whose result changes with other channel rules', async () => {
    const { kitId, reactionBufferId } = await storedSettings(test.db);
    const channels: object[] = [];
    for (const channel of CHANNELS) {
      const { phases, rules } = await storedSettings(test.db, channel);
      channels.push({ channel, phases, rules });
    }
    const { id: analyserId } = await test.db.analyser.findFirstOrThrow({ where: { name: 'Bio-Rad CFX96' } });
    const samplesWith = async (channelRules: ChannelRules | null) => {
      const body = { kitId, reactionBufferId, analyserId, channels, channelRules, status: 'APPROVED' };
      const answer = await test.call('research', 'POST', '/what-if', body);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.body
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => whatIfEventSchema.parse(JSON.parse(line.slice(6))))
        .flatMap((event) => (event.kind === 'run' && event.runId === run.id ? [event.samples] : []));
    };
    expect(await samplesWith(RULES)).toEqual([{ all: 4, changed: 0, changes: [] }]);
    const renamed = RULES.map((rule, index) =>
      index === 0 ? { ...rule, result: { ...rule.result, name: 'Lactase persistent' } } : rule,
    );
    const changed = { name: 'S-1', orderId: 'LIS-S-1', positions: ['A1'], then: 'Persistent' };
    expect(await samplesWith(renamed)).toMatchObject([
      { all: 4, changed: 1, changes: [{ ...changed, now: 'Lactase persistent' }] },
    ]);
    const [without] = await samplesWith(null);
    expect(without?.changes.map(({ now }) => now)).toEqual([null, null, null, null]);
  });

  it('TRUST-644 the search has no result of an approval from before checks were stored, and does not fail', async () => {
    const decided = { runId: run.id, decision: 'approve' } as const;
    const { check } = await test.db.runDecision.findFirstOrThrow({ where: decided });
    const keep = (kept: object | null) =>
      test.db.$transaction([
        test.db.$executeRaw`SET LOCAL session_replication_role = replica`,
        test.db
          .$executeRaw`UPDATE run_decision SET "check" = ${kept}::jsonb WHERE run_id = ${run.id}::uuid AND decision = 'approve'`,
      ]);
    await keep(null);
    const answer = await test.call('tech', 'GET', '/search?search=S-1');
    await keep(check as object);
    expect(answer.statusCode, answer.body).toBe(200);
    const { samples } = searchCalls.search.answer.parse(answer.json());
    expect(samples.found[0]?.runs.found.map(({ id, result }) => [id, result])).toContainEqual([run.id, null]);
  });

  it('TRUST-617 a signed combined result that does not follow from its channels is named', async () => {
    const { record } = (await readSignedRecord(test.db, run.id))!;
    expect(combinedFaults(record)).toEqual([]);
    const forged = structuredClone(record);
    const combined = forged.decisions.at(-1)!.check!.doubts.combined!;
    combined[1]!.result!.name = 'Persistent';
    expect(combinedFaults(forged)).toEqual([
      {
        what: `Combined result of S-2 in A2 with kit version ${versionId}: result, name`,
        signed: 'Not persistent',
        found: 'Persistent',
      },
    ]);
    combined.splice(0, 2);
    expect(combinedFaults(forged)).toHaveLength(2);
    const otherRules = structuredClone(record);
    const { assays } = otherRules.interpretation.configuration as {
      assays: { channelRules: { rules: ChannelRules } }[];
    };
    for (const { channelRules } of assays) channelRules.rules.splice(0, 1);
    expect(
      combinedFaults(otherRules)
        .map(({ what }) => what)
        .join(),
    ).toContain('S-1');
  });

  it('TRUST-618 a report with another combined result than the record differs from it', async () => {
    const { record } = (await readSignedRecord(test.db, run.id))!;
    const report = { combined: [], wells: [], samples: [] } as unknown as ReportDocument;
    const of = {
      ...report,
      run: { comments: [], files: [], acts: {} },
      trace: {},
    } as unknown as ReportDocument;
    expect(
      reportDifferences(record, of)
        .map(({ what }) => what)
        .join(),
    ).toContain('Combined results');
  });
});

describe('channel rules that no longer fit the diagnostics of their kit', () => {
  const withRules = (rules: ChannelRules) =>
    test.db.kitVersion.update({ where: { id: versionId }, data: { channelRules: rules } });
  const first = RULES[0]!;

  it('TRUST-619 refuse the interpretation, and name the rule', async () => {
    const unknown = { ...first, conditions: [{ channel: 'FAM' as const, diagnostic: 'Species A' }] };
    await withRules([unknown, RULES[1]!]);
    await expect(orderedRun(test, { seed: 8, wells: WELLS, channels: CHANNELS })).rejects.toThrow(
      /"code":"invalid-request","message":"LCT-13910 v2: Rule 1: Species A is not a diagnostic of the kit\. Correct/,
    );
    await withRules(RULES);
  });

  it('DIAG-86 a diagnostic cannot take the name or code of a combined result with another meaning', async () => {
    const kit = await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
    const row = await test.db.diagnosticColor.findFirstOrThrow({
      where: { kitId: kit.id, diagnosticName: 'NEGATIVE' },
    });
    const { id, kitId, diagnosticName: name, color, active, revision } = row;
    const saved = await test.call('super', 'PUT', '/diagnostics/kit', [
      { id, kitId, name, label: 'Persistent', color, active, revision },
    ]);
    expect([saved.statusCode, saved.body]).toEqual([
      400,
      expect.stringContaining('Rule 1 gives a result with the name or code of “Persistent”'),
    ]);
  });
});

it('EXPORT-158 several combined results of one order and kit are sent as none', async () => {
  // Contradictory results: positive and negative.
  const wells = [well('A1', 'S-1', MUTATED, RED_WILD), well('A2', 's-1', WILD, RED_WILD), WELLS.at(-1)!];
  const twice = await orderedRun(test, { seed: 6, wells, channels: CHANNELS }, () => 'LIS-1');
  const { combined, unresolved } = await doubtsOf(test, twice);
  expect(combined?.map(({ result, fault }) => [result, fault])).toEqual([
    [null, 'same-order'],
    [null, 'same-order'],
  ]);
  expect(unresolved.map(({ position }) => position)).toEqual(['A1', 'A1', 'A2', 'A2']);
  const lines = (await lisLines(test, twice)).filter(({ order_id }) => order_id === 'LIS-1');
  expect(lines.map((line) => [line['position'], line['result_code'], line['result_status']])).toEqual([
    ['A1', '', 'no-call'],
    ['A2', '', 'no-call'],
  ]);
  expect(lines[0]!['no_result_codes']).toBe('NO_COMBINED_RESULT POSITIVE_WELL');
  expect(lines[0]!['no_result_reason']).toMatch(
    /No combined result, but FAM M .* in A1\. Order LIS-1 has several combined results of this kit, also from A2: /,
  );
  const { entry } = fhirBundleSchema.parse(JSON.parse(await sentResults(test, twice, 'FHIR')));
  const ordered = entry.flatMap(({ resource: one }) =>
    one.resourceType === 'Observation' && one.basedOn !== undefined ? [one] : [],
  );
  expect(ordered.map((one) => [one.valueCodeableConcept, one.dataAbsentReason?.text])).toEqual([
    [undefined, expect.stringMatching(/also from A2/)],
    [undefined, expect.stringMatching(/also from A1/)],
  ]);
  const pdf = await test.call('tech', 'POST', `/run/export/${twice.id}`, { format: 'PDF' });
  const printed = (await pdfText(pdf.rawPayload)).replaceAll(/\s+/g, ' ');
  expect(printed).toMatch(/Sample S-1: No combined result, but FAM M .* in A1\. Order LIS-1 has several/);
});

it('REVIEW-420 a run that was interpreted before shows and sends the same results as then', async () => {
  expect(plain.channelRules).toEqual([]);
  const { combined, unresolved } = await doubtsOf(test, plain);
  expect([combined, unresolved.map(({ position }) => position)]).toEqual([undefined, ['A4']]);
  const lines = await lisLines(test, plain);
  expect(lines).toHaveLength(WELLS.length * CHANNELS.length);
  expect(Object.keys(lines[0]!).at(-1)).toBe('remarks');
  const settings = await test.db.interpretation.findFirstOrThrow({ where: { runId: plain.id } });
  expect(JSON.stringify(settings.configuration)).not.toContain('channelRules');
  const file = (body: object) => test.call('tech', 'POST', `/run/export/${plain.id}`, body);
  const text = await pdfText((await file({ format: 'PDF' })).rawPayload);
  expect(text).not.toContain('Samples across channels');
  // The table is there on request.
  expect(await pdfText((await file({ format: 'PDF', isBySample: true })).rawPayload)).toContain(
    'Samples across channels',
  );
});

describe('the rules of a kit version over its channels', () => {
  const saved = async (channelRules: ChannelRules | null, name: string) => {
    const kit = await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
    const created = await test.call('research', 'POST', '/kit', {
      kit: { id: kit.id },
      kitVersion: { version: name, copyOf: versionId },
    });
    const { kitVersion } = kitCalls.create.answer.parse(created.json());
    const answer = await test.call('research', 'PUT', `/kit/${kitVersion.id}`, {
      kit: { id: kit.id },
      kitVersion: { id: kitVersion.id, revision: kitVersion.revision },
      channelRules,
    });
    return { copied: kitVersion.channelRules, id: kitVersion.id, answer };
  };

  it('KIT-292 are copied, and a change is audited', async () => {
    const { copied, answer, id } = await saved(RULES.slice(0, 1), 'one rule');
    expect(copied).toEqual(RULES);
    expect(answer.statusCode, answer.body).toBe(200);
    const { details } = await configureEntry(test, id);
    expect(details).toMatchObject({ from: { channelRules: RULES }, to: { channelRules: RULES.slice(0, 1) } });
    const off = await saved(null, 'no rule');
    expect(kitCalls.update.answer.parse(off.answer.json()).kitVersion.channelRules).toBeNull();
  });

  it('KIT-293 are refused if they contradict the kit or each other', async () => {
    const [first] = RULES;
    const gone: ChannelRules = [{ ...first!, conditions: [{ channel: 'HEX', diagnostic: 'SICK' }] }];
    const { answer } = await saved(gone, 'wrong rule');
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Rule 1: the kit has no settings for HEX.');
    expect(answer.body).toContain('Rule 1: SICK is not a diagnostic of the kit.');
  });

  it('KIT-297 are refused if a negative rule has no condition on a channel', async () => {
    const [, negative] = RULES;
    const unasked: ChannelRules = [{ ...negative!, conditions: negative!.conditions.slice(0, 1) }];
    const { answer } = await saved(unasked, 'unasked');
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Rule 1 gives a negative result: it must have a condition in TEXAS_RED.');
  });

  it('KIT-297 are refused with the name of a diagnostic that means something else, saved or imported', async () => {
    const [positive] = RULES;
    const wrong: ChannelRules = [{ ...positive!, result: { name: 'negative', meaning: 'positive' } }];
    const { answer } = await saved(wrong, 'other meaning');
    expect(answer.statusCode).toBe(400);
    const refused = 'Rule 1 gives a result with the name or code of “Negative”';
    expect(answer.body).toContain(refused);
    const document = await exportedVersion(test, versionId);
    const version = { ...document.version, channelRules: wrong };
    const imported = await importVersion(test, { ...document, version }, 'other meaning imported');
    expect([imported.statusCode, imported.body]).toEqual([422, expect.stringContaining(refused)]);
  });

  it('KIT-294 keep the diagnostics that they name', async () => {
    const kit = await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
    const order = 900;
    const own = {
      kitId: kit.id,
      label: 'Own',
      color: '#123456',
      letters: 'OW',
      meaning: 'positive',
      order,
    } as const;
    const { id } = await test.db.diagnosticColor.create({ data: { ...own, diagnosticName: 'Own' } });
    const using = [{ ...RULES[0]!, conditions: [{ channel: 'FAM' as const, diagnostic: 'Own' }] }];
    const { answer } = await saved(using, 'own');
    expect(answer.statusCode, answer.body).toBe(200);
    const rows = diagnosticCalls.labels.answer.parse(
      (await test.call('super', 'GET', '/diagnostics/kit/labels')).json(),
    );
    const { revision, isUsed } = rows.find((row) => row.id === id)!;
    expect(isUsed).toBe(true);
    const stored = { id, revision, kitId: kit.id, name: 'Own', label: 'Own', color: '#123456' };
    const body = [{ ...stored, removed: true }];
    const removed = await test.call('super', 'PUT', '/diagnostics/kit', body);
    expect([removed.statusCode, removed.body]).toEqual([400, expect.stringContaining('is in use')]);
  });

  it('IMPEXP-148 are exported and imported with it, and refused if they do not fit', async () => {
    const document = await exportedVersion(test, versionId);
    expect(document.version.channelRules).toEqual(RULES);
    const answer = await importVersion(test, document, 'rules imported');
    expect(answer.statusCode, answer.body).toBe(200);
    const imported = await test.db.kitVersion.findFirstOrThrow({ where: { version: 'rules imported' } });
    expect(imported.channelRules).toEqual(RULES);
    const wrong = {
      ...document.version,
      channelRules: [{ ...RULES[0], conditions: [{ channel: 'FAM', diagnostic: 'SICK' }] }],
    };
    expect((await importVersion(test, { ...document, version: wrong }, 'wrong')).statusCode).toBe(422);
  });
});
