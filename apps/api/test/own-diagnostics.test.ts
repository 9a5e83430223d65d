import { diagnosticCalls } from '@curvewell/contracts';
import type {
  CurveShape,
  DecisionRecord,
  DiagnosticRow,
  ExpressionSettings,
  KitDocument,
  Run,
  RunCheck,
  SigningKey,
} from '@curvewell/domain';
import { verifyRecord } from '@curvewell/verify';
import papaparse from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { FhirBundle } from '../src/features/exports/results/fhir-schema.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { multipart } from './multipart.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { unzip } from './zip-parts.ts';

let test: TestApp;
let kitId = '';
let versionId = '';
let run: Run;

const SPECIES = {
  name: 'Species A',
  label: 'Candida albicans detected',
  color: '#45746a',
  letters: 'SA',
  lisCode: 'CALB',
  snomedCt: '53326005',
  loinc: '84413-4',
  meaning: 'positive',
};
const INVALID = {
  name: 'Repeat',
  label: 'Repeat the test',
  color: '#690000',
  letters: 'RP',
  meaning: 'invalid',
};
const PLAIN = {
  name: 'Mixed',
  label: 'More than one species',
  color: '#c26e00',
  letters: 'MX',
  meaning: 'positive',
};

const save = (body: object[]) => test.call('physician', 'PUT', '/diagnostics/kit', body);
const table = async (): Promise<DiagnosticRow[]> =>
  diagnosticCalls.labels.answer
    .parse((await test.call('physician', 'GET', '/diagnostics/kit/labels')).json())
    .filter(({ kit }) => kit.id === kitId);

/** Gives a combination of the FAM channel another diagnostic, in all settings of the version. */
async function call(zones: readonly string[], name: string): Promise<void> {
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({ where: { kitId, diagnosticName: name } });
  await test.db.combinationRule.updateMany({
    where: { kitVersionId: versionId, channel: 'FAM', zones: { equals: [...zones] } },
    data: { diagnosticColorId: id },
  });
}

beforeAll(async () => {
  test = await createTestApp();
  ({ id: versionId, kitId } = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  }));
  const added = await save([SPECIES, INVALID, PLAIN].map((one) => ({ ...one, kitId })));
  expect(added.statusCode, added.body).toBe(200);
  // Heterozygous is Species A, the wild type asks for a repeat, and the mutation is a mix.
  await call(['A', 'B', 'C', 'D'], SPECIES.name);
  await call(['A', 'C'], INVALID.name);
  await call(['B', 'D'], PLAIN.name);
  run = await interpretedRun(test);
});
afterAll(() => test.close());

it('DIAG-21 DIAG-22 an own diagnostic is added to a kit, and listed with letters, codes and meaning', async () => {
  const [row] = (await table()).filter(({ name }) => name === SPECIES.name);
  const { name, label, color, ...parts } = SPECIES;
  expect(row).toMatchObject({
    name,
    label,
    versions: 1,
    diagnosticColor: { diagnostic: { name, label: name }, diagnosticLabel: label, color, ...parts },
  });
});

it('DIAG-21 DIAG-22 letters and codes are unique in the kit, and an own diagnostic is complete', async () => {
  const other = { ...SPECIES, name: 'Species B', letters: 'SB', lisCode: 'CGLA', kitId };
  for (const [bad, message] of [
    [{ letters: 'sa' }, 'These letters are those of “Candida albicans detected”.'],
    [{ letters: null }, 'A diagnostic of your own needs letters on the well.'],
    [{ meaning: null }, 'A diagnostic of your own needs a meaning for the sample.'],
    [{ lisCode: 'calb' }, '“Candida albicans detected” is sent with this code.'],
    [{ lisCode: 'HETEROZYGOUS' }, '“Heterozygous” is sent with this code.'],
    [{ name: 'healthy' }, 'This name is one of the built-in names.'],
    [{ lisCode: null, label: 'Negative' }, 'These words are those of a built-in result'],
    [{ lisCode: null, label: PLAIN.label }, '“More than one species” is sent with the same words'],
    [{ snomedCt: '53326006' }, 'the check digit of the SNOMED CT concept id is wrong'],
  ] as const) {
    const answer = await save([{ ...other, ...bad }]);
    expect(answer.statusCode, message).toBe(400);
    expect(answer.body).toContain(message);
  }
  expect((await table()).filter(({ name }) => name === 'Species B')).toEqual([]);
});

it('DIAG-29 name and meaning of a diagnostic in use are fixed; its words, letters and codes are not', async () => {
  const [row] = (await table()).filter(({ name }) => name === PLAIN.name);
  if (row === undefined) throw new Error('the diagnostic was added');
  const sent = { id: row.id, revision: row.revision, ...PLAIN, kitId };
  for (const bad of [{ name: 'Blend' }, { meaning: 'negative' }])
    expect((await save([{ ...sent, ...bad }])).json()).toMatchObject({ code: 'invalid-request' });
  const changed = await save([{ ...sent, lisCode: 'MIX' }]);
  expect(changed.statusCode, changed.body).toBe(200);
  // Omitted parts stay; null removes them.
  const { letters: _letters, meaning: _meaning, ...older } = sent;
  expect((await save([{ ...older, revision: row.revision + 1, label: 'A mix' }])).statusCode).toBe(200);
  const [after] = (await table()).filter(({ name }) => name === PLAIN.name);
  expect(after?.diagnosticColor).toMatchObject({ letters: 'MX', lisCode: 'MIX', diagnosticLabel: 'A mix' });
  const removed = { ...sent, revision: row.revision + 2, lisCode: null };
  expect((await save([removed])).statusCode).toBe(200);
});

it('DIAG-33 a diagnostic is deleted unless it is in use, and the audit trail has it', async () => {
  const spare = { ...PLAIN, name: 'Spare', label: 'Spare', letters: 'ZZ', kitId };
  expect((await save([spare])).statusCode).toBe(200);
  const rowOf = async (name: string) => (await table()).find((one) => one.name === name);
  const removal = (row: DiagnosticRow | undefined) => ({
    id: row?.id,
    revision: row?.revision,
    name: row?.name,
    kitId,
    label: row?.label,
    color: row?.diagnosticColor.color,
    removed: true,
  });
  const used = await save([removal(await rowOf(SPECIES.name))]);
  expect(used.json()).toMatchObject({
    code: 'invalid-request',
    message: '“Candida albicans detected” is in use: it cannot be deleted.',
  });
  const unused = removal(await rowOf('Spare'));
  expect((await save([{ ...unused, revision: 7 }])).json()).toMatchObject({ code: 'stale' });
  expect((await save([unused])).statusCode).toBe(200);
  expect(await rowOf('Spare')).toBeUndefined();
  const entry = await test.db.auditEvent.findFirstOrThrow({
    where: { action: 'diagnostics.save' },
    orderBy: { number: 'desc' },
  });
  expect(entry.details).toMatchObject({ rows: [{ from: { diagnosticName: 'Spare' }, to: null }] });
});

it('DIAG-22 a diagnostic that gets another name inherits no codes of the former one', async () => {
  const spare = { ...SPECIES, name: 'Spare', label: 'Spare', letters: 'ZZ', lisCode: 'SPARE', kitId };
  expect((await save([spare])).statusCode).toBe(200);
  const [row] = (await table()).filter(({ name }) => name === 'Spare');
  const sent = { id: row?.id, revision: row?.revision, kitId, label: 'Sick', color: spare.color };
  const renamed = await save([{ ...sent, name: 'SICK' }]);
  expect(renamed.statusCode, renamed.body).toBe(200);
  const stored = await test.db.diagnosticColor.findFirstOrThrow({ where: { kitId, diagnosticName: 'SICK' } });
  expect(stored).toMatchObject({ letters: null, lisCode: null, snomedCt: null, loinc: null, meaning: null });
  const gone = await save([{ ...sent, revision: stored.revision, name: 'SICK', removed: true }]);
  expect(gone.statusCode, gone.body).toBe(200);
});

interface ChartOfRun {
  readonly wells: readonly {
    readonly position: string;
    readonly interpretedWellDiagnostics: readonly { readonly diagnosticColor: object | null }[];
  }[];
}

it('DIAG-25 the rules call an own diagnostic, and the plate has its letters', async () => {
  const answer = await test.call('tech', 'GET', `/run/${run.id}/chart`);
  const chart = answer.json<ChartOfRun | ChartOfRun['wells']>();
  const wells = 'wells' in chart ? chart.wells : chart;
  const color = wells.find(({ position }) => position === 'A2')?.interpretedWellDiagnostics[0]
    ?.diagnosticColor;
  expect(color).toMatchObject({ diagnosticLabel: SPECIES.label, letters: 'SA', lisCode: 'CALB' });
  const now = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
  expect(now.analyses[0]?.wells['A2']?.res).toBe(SPECIES.name);
});

const results = (format: string) => test.call('tech', 'POST', `/run/export/${run.id}/results`, { format });

it('DIAG-23 the LIS file has the code of the diagnostic, else its words, never another name', async () => {
  const { data } = papaparse.parse<Record<string, string>>((await results('LIS_CSV')).body.trimEnd(), {
    header: true,
  });
  expect(data.map((row) => [row['position'], row['result_code'], row['result']])).toEqual([
    ['A1', INVALID.label, INVALID.label],
    ['A2', 'CALB', SPECIES.label],
    ['A3', PLAIN.label, PLAIN.label],
    ['A4', 'TEST_OK', 'Test OK'],
  ]);
});

it('DIAG-24 FHIR has concept, code and meaning of an own diagnostic, and no allelic state', async () => {
  const bundle = (await results('FHIR')).json<FhirBundle>();
  const values = bundle.entry.flatMap(({ resource }) =>
    resource.resourceType === 'Observation'
      ? [
          {
            value: resource.valueCodeableConcept,
            means: resource.interpretation?.map(({ coding }) => coding?.[0]?.code),
            code: resource.code.coding,
          },
        ]
      : [],
  );
  expect(values).toEqual([
    { value: { text: INVALID.label }, means: ['IND'], code: undefined },
    {
      value: {
        coding: [
          { system: 'http://snomed.info/sct', code: '53326005' },
          { code: 'CALB', display: SPECIES.label },
        ],
        text: SPECIES.label,
      },
      means: ['POS'],
      code: [{ system: 'http://loinc.org', code: '84413-4' }],
    },
    { value: { text: PLAIN.label }, means: ['POS'], code: undefined },
  ]);
  expect(JSON.stringify(bundle)).not.toContain('LA6706-1');
});

it('DIAG-25 the report has letters and words of own diagnostics', async () => {
  const pdf = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'PDF' });
  const document = await getDocumentProxy(new Uint8Array(pdf.rawPayload));
  const { text } = await extractText(document, { mergePages: true });
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/SA Candida albicans detected/);
});

it('DIAG-28 a sample with an invalid result is unresolved', async () => {
  const check = (await test.call('tech', 'GET', `/run/${run.id}/check?decision=submit`)).json<RunCheck>();
  expect(check.doubts.unresolved.map(({ position, reason }) => [position, reason])).toEqual([
    ['A1', 'RP Repeat the test: no statement about the sample'],
  ]);
});

it('DIAG-26 IMPEXP-149 own diagnostics move with a kit; names merge, another meaning or taken letters are refused', async () => {
  const read = async () =>
    (await test.call('research', 'GET', `/export/kit/${kitId}/version/${versionId}`)).json<KitDocument>();
  const document = await read();
  const own = document.kit.diagnostics.filter(({ letters }) => letters !== undefined);
  expect(own).toEqual([SPECIES, INVALID, PLAIN]);
  const send = async (of: KitDocument, version: string) => {
    const bytes = Buffer.from(JSON.stringify({ ...of, version: { ...of.version, version } }));
    const { headers, payload } = multipart([{ field: 'file', name: 'kit.json', bytes }], []);
    const url = '/api/import/kit/version';
    const signed = { ...headers, ...(await test.signIn('research')) };
    return test.app.inject({ method: 'POST', url, headers: signed, payload });
  };
  const withOwn = (change: object, name = document.kit.name): KitDocument => ({
    ...document,
    kit: {
      ...document.kit,
      name,
      diagnostics: document.kit.diagnostics.map((one) =>
        one.name === SPECIES.name ? { ...one, ...change } : one,
      ),
    },
  });
  const refused = async (change: object) => (await send(withOwn(change), 'v8')).json<{ message: string }>();
  const same = await send(document, 'v9');
  expect([same.statusCode, 'warnings' in same.json<object>()]).toEqual([200, false]);
  const otherwise = await send(withOwn({ label: 'Candida auris', lisCode: undefined, letters: 'CA' }), 'v10');
  expect(otherwise.json()).toMatchObject({
    warnings: [
      'Species A stays as the kit has it: words “Candida albicans detected”, not “Candida auris”; letters “SA”, not “CA”; code for the LIS “CALB”, not none.',
    ],
  });
  expect((await table()).filter(({ name }) => name === SPECIES.name)).toHaveLength(1);
  expect((await refused({ meaning: 'negative' })).message).toContain(
    '“Species A” means positive here and negative in the file.',
  );
  const elsewhere = await send(withOwn({ lisCode: undefined }, 'CAND-5'), 'v1');
  expect(elsewhere.statusCode, elsewhere.body).toBe(200);
  const copy = await test.db.diagnosticColor.findFirstOrThrow({
    where: { kit: { name: 'CAND-5' }, diagnosticName: SPECIES.name },
  });
  expect(copy).toMatchObject({ letters: 'SA', lisCode: null, snomedCt: '53326005', meaning: 'positive' });
  // Another installation chose another name for the code.
  const candida = (of: KitDocument) =>
    JSON.parse(JSON.stringify(of).replaceAll('"Species A"', '"Candida"')) as KitDocument;
  const byCode = await send(candida(document), 'v11');
  expect(byCode.json(), byCode.body).toMatchObject({
    warnings: ['“Candida” was imported as “Species A”, which has the same code for the LIS: CALB.'],
  });
  const merged = await test.db.kitVersion.findFirstOrThrow({ where: { kitId, version: 'v11' } });
  const { configurations } = (
    await test.call('research', 'GET', `/export/kit/${kitId}/version/${merged.id}`)
  ).json<KitDocument>();
  expect(configurations).toEqual(document.configurations);
  // The references of shapes, and conditions on them, follow.
  const shape: CurveShape = {
    ...{ channel: 'FAM', phase: 'MELT', before: [46, 48], after: [68, 70], background: 'linear' },
    ...{ alignAt: null, references: [SPECIES.name], distance: 1, ratio: 2 },
  };
  const like: ExpressionSettings = {
    firstOperand: { shape: 'curve' },
    operator: 'IS',
    secondOperand: { shape: { like: SPECIES.name } },
  };
  const shaped: KitDocument = {
    ...document,
    version: { ...document.version, curveShapes: [shape] },
    configurations: document.configurations.map((one) => ({
      ...one,
      channels: one.channels.map((channel) =>
        channel.name === 'FAM'
          ? {
              ...channel,
              rules: channel.rules.map((rule) => ({ ...rule, expressions: [...rule.expressions, like] })),
            }
          : channel,
      ),
    })),
  };
  const byShape = await send(candida(shaped), 'v11 shapes');
  expect(byShape.statusCode, byShape.body).toBe(200);
  const withShapes = await test.db.kitVersion.findFirstOrThrow({ where: { kitId, version: 'v11 shapes' } });
  const stored = (
    await test.call('research', 'GET', `/export/kit/${kitId}/version/${withShapes.id}`)
  ).json<KitDocument>();
  expect(stored.version.curveShapes?.map(({ references }) => references)).toEqual([[SPECIES.name]]);
  expect(JSON.stringify(stored)).not.toContain('Candida"');
  expect(JSON.stringify(stored.configurations)).toContain(JSON.stringify({ shape: { like: SPECIES.name } }));
  // The same code with another meaning, concept of SNOMED CT or code of LOINC is another result.
  for (const change of [{ meaning: 'negative' }, { snomedCt: '260373001' }, { loinc: '5778-6' }]) {
    const other = await send(candida(withOwn(change)), 'v12');
    expect(other.json<{ issues: object[] }>().issues).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('is sent with this code') as string }),
    );
  }
  // A combined result may not have the name or the code of a diagnostic with another meaning, which only this kit has.
  const channels = [
    ...new Set(document.configurations.flatMap((one) => one.channels.map(({ name }) => name))),
  ];
  const combinedRule = {
    conditions: channels.map((channel) => ({ channel, diagnostic: 'Candida' })),
    result: { name: SPECIES.name, meaning: 'negative' as const },
  };
  const combined = await send(
    { ...candida(document), version: { ...document.version, channelRules: [combinedRule] } },
    'v12',
  );
  expect(combined.json<{ message: string }>().message).toContain(
    'a diagnostic of the kit with another meaning',
  );
  const twice = withOwn({ letters: 'MX' });
  expect((await send(twice, 'v8')).json()).toMatchObject({ code: 'unreadable-file' });
});

it('DIAG-25 an own diagnostic is set by hand, signed, and the record is verified', async () => {
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({
    where: { kitId, diagnosticName: SPECIES.name },
  });
  const wellId = run.analyses[0]?.wells['A1']?.id ?? '';
  const set = await test.call('tech', 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${wellId}`, {
    id,
    comment: 'Culture agrees',
  });
  expect(set.statusCode, set.body).toBe(200);
  await submit(test, run.id);
  expect((await decide(test, run.id)).statusCode).toBe(200);
  const archive = (await test.call('physician', 'POST', `/run/export/${run.id}/record`)).rawPayload;
  const parts = await unzip(archive);
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the content of a part
  const read = <T>(name: string) => JSON.parse(parts.get(name)?.toString() ?? 'null') as T;
  const key = read<SigningKey[]>('keys.json')[0]?.publicKey ?? '';
  const findings = await verifyRecord(archive, key);
  expect(findings.filter(({ state }) => state !== 'holds')).toEqual([]);
  const { wells } = read<DecisionRecord>('record.json');
  const a1 = wells.find(({ position, channel }) => position === 'A1' && channel === 'FAM');
  expect(a1?.diagnostics.map(({ diagnosticColor }) => diagnosticColor)).toMatchObject([
    { diagnostic: { name: INVALID.name }, letters: 'RP', meaning: 'invalid' },
    { diagnostic: { name: SPECIES.name }, letters: 'SA', lisCode: 'CALB', snomedCt: '53326005' },
  ]);
});
