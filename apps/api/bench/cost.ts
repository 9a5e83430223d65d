/**
 * `pnpm bench:cost`: what the dearest accepted input of each call costs the product and its reader process, in processor
 * time and in lateness of the event loop, beside a bare request (`GET /me`) of the same run, and what an account is charged
 * for it; and the same of the dearest input that is refused. Writes docs/measurements/cost-matrix.json. `ONLY=runs.,kits.`
 * measures the calls whose name begins so, and writes nothing.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { ALL_CALLS, allConfirmed, type Call, type KitDocument, type RunCheck } from '@curvewell/contracts';
import { generateCfxXlsx, syntheticRun, syntheticWells } from '@curvewell/instruments/generate';

import { chargeOf } from '../src/http/request-limits.ts';
import { IDS } from '../test/hostile-values.ts';
import { withoutRules } from '../test/without-rules.ts';
import { startBenchDatabase } from './bench-database.ts';
import { startBenchIssuer } from './bench-issuer.ts';
import { formOf, generalInputs, knownInputs, type CostInput, type CostSubject } from './cost-inputs.ts';
import { BENCH_KEY, changingInputs, type ChangeSubject, type ChangingInput } from './cost-changes.ts';
import { addManyControls } from './many-controls.ts';
import { PRODUCT, startMeasured } from './measured-process.ts';
import { say } from './table.ts';

const PORT = Number(process.env['BENCH_PORT'] ?? 18_490);
const ADDRESS = `http://127.0.0.1:${PORT}`;
const RUNS = 200;
const CONTROL_RUNS = 1_000;
const ROUNDS = 10;
/** In which a reader process that has ended is counted, and the next one gets ready. */
const READER_READY_MS = 1_000;
/** Before them, so that what is compiled once does not count. */
const WARM_UPS = 5;
/** Of an input that is refused since the event loop was late. */
const TRIES = 10;
/** An input that takes longer is sent once. */
const LONG_MS = 150;
const TARGET = fileURLToPath(new URL('../../../docs/measurements/cost-matrix.json', import.meta.url));
const ARCHIVED = 40;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Measured {
  readonly input: string;
  readonly status: number;
  /** Of the product's process with its threads, and of its reader process, a request. */
  readonly processorMs: number;
  /** The longest that its event loop was late. */
  readonly delayMs: number;
  /** What an account pays for it. */
  readonly chargedMs: number;
}

/** A call with its dearest inputs; null: none was accepted, or none was refused. */
interface Row {
  readonly call: string;
  readonly accepted: Measured | null;
  readonly refused: Measured | null;
}

const database = await startBenchDatabase();
const issuer = await startBenchIssuer();
const { db, url, folder } = database;
const product = await startMeasured({
  ...PRODUCT,
  address: `${ADDRESS}/health/live`,
  environment: {
    ...PRODUCT.environment,
    ...{ DATABASE_URL: url, DATA_DIR: folder, OIDC_URL: issuer.url },
    ...{ SIGNING_KEY: BENCH_KEY.toString('base64'), LOG_LEVEL: 'fatal' },
    ...{ PORT: String(PORT), PUBLIC_URL: ADDRESS, REQUESTS_PER_MINUTE: '0' },
    // Its background work would count as that of requests.
    ...{ CURVEWELL_ROLE: 'api', SECRETS_KEY: Buffer.alloc(32, 3).toString('base64') },
  },
});
const authorization = { authorization: `Bearer ${await issuer.tokenFor(db, 'super')}` };

try {
  const subject = await makeSubject();
  const bare = await processorOf(() => send(`${ADDRESS}/api/me`, { headers: authorization }), 200);
  const known = knownInputs(subject);
  const changing = changingInputs(subject);
  const only = process.env['ONLY']?.split(',');
  const rows: Row[] = [];
  say(
    '\n| call | dearest input | status | ms | × bare | loop ms | charged ms |\n| --- | --- | --: | --: | --: | --: | --: |',
  );
  for (const { name, call } of ALL_CALLS) {
    if (only?.some((one) => name.startsWith(one)) === false) continue;
    const inputs = [
      ...(known[name] ?? []),
      ...filesOf(name, subject),
      ...generalInputs(call, known[name] === undefined),
    ];
    const measured: Measured[] = [];
    for (const input of changing[name] ?? [])
      await measureChange(call, { input, subject }).then(
        (one) => measured.push(one),
        (error: unknown) => {
          say(`  not made: ${String(error)}`);
        },
      );
    for (const input of inputs.length > 0 ? inputs : [{ label: 'nothing' }])
      measured.push(await measure(name, call, { input, subject }));
    const dearest = measured.toSorted((a, b) => b.processorMs - a.processorMs);
    const row = {
      call: name,
      accepted: dearest.find(({ status }) => status < 400) ?? null,
      refused: dearest.find(({ status }) => status >= 400) ?? null,
    };
    rows.push(row);
    for (const one of [row.accepted, row.refused]) if (one !== null) tell(name, one, bare.processorMs);
  }
  const cheap = rows.filter((row) => isTooCheap(row.accepted) || isTooCheap(row.refused));
  if (cheap.length > 0) process.exitCode = 1;
  const names = (some: readonly Row[]) => some.map(({ call }) => call).join(', ') || 'none';
  say(`\nA bare request: ${bare.processorMs.toFixed(2)} ms. Charged less than used: ${names(cheap)}.`);
  say(`Without an accepted input: ${names(rows.filter(({ accepted }) => accepted === null))}.`);
  if (only === undefined) await keep(rows, bare.processorMs);
} finally {
  await product.stop();
  issuer.close();
  await database.close();
}

function isTooCheap(one: Measured | null): boolean {
  return one !== null && one.processorMs > one.chargedMs;
}

function tell(
  call: string,
  { input, status, processorMs, delayMs, chargedMs }: Measured,
  bareMs: number,
): void {
  const times = (processorMs / bareMs).toFixed(1);
  say(
    `| ${call} | ${input} | ${status} | ${processorMs.toFixed(1)} | ${times} | ${delayMs.toFixed(0)} | ${chargedMs.toFixed(1)} |`,
  );
}

async function makeSubject(): Promise<CostSubject & ChangeSubject> {
  const run = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  const fresh = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: false });
  const openRun = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  const freshRun = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: false });
  const archived = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  await database.copyRun(run.id, RUNS);
  await addManyControls(db, run.id, CONTROL_RUNS);
  const { laboratoryId } = await db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  const { id: userId } = await db.appUser.update({ where: { login: 'super' }, data: { laboratoryId } });
  const version = await db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
    include: { lots: true },
  });
  const buffer = await db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-2' } });
  const whole = [run, fresh, openRun, freshRun, archived].map(({ id }) => id);
  const spare = await db.run.findMany({
    where: { id: { notIn: whole }, analyses: { none: {} } },
    select: { id: true },
    take: 10 + ARCHIVED,
  });
  const archivedIds = spare.slice(10).map(({ id }) => id);
  await approve(archived.id);
  const isArchived = { status: 'APPROVED', archivedAt: new Date(), archivedByName: 'Cost' } as const;
  await withoutRules(db, async (tx) => {
    await tx.run.updateMany({ where: { id: { in: [archived.id, ...archivedIds] } }, data: isArchived });
    // Those that are to be archived.
    const decided = spare.slice(2, 4).map(({ id }) => id);
    await tx.run.updateMany({ where: { id: { in: decided } }, data: { status: 'APPROVED' } });
  });
  const reading = await db.controlReading.findFirstOrThrow({ select: { id: true } });
  const ids = {
    ...{
      runId: run.id,
      userId,
      laboratoryId: laboratoryId ?? '',
      id: version.id,
      versionId: version.id,
      kitId: version.kitId,
    },
    ...{
      analyserId: run.analyser,
      reactionBufferId: buffer.id,
      channel: 'FAM',
      readingId: reading.id,
      lotId: version.lots[0]?.id ?? '',
    },
    ...{ kind: 'export', version: '0.2.0', wellId: Object.values(run.analyses[0]?.wells ?? {})[0]?.id ?? '' },
  };
  IDS.push(version.kitId, buffer.id, run.analyser, ids.wellId);
  const answer = await fetch(`${ADDRESS}/api/kit/${version.kitId}/version/${version.id}/document`, {
    headers: authorization,
  });
  return {
    ...{ db, ask, run, openRun, freshRun, archivedRunId: archived.id, archivedIds, ids },
    ...{ freshRunId: fresh.id, spareRunIds: spare.map(({ id }) => id) },
    runFile: await runFile(),
    document: (await answer.json()) as KitDocument, // what the call declares
  };
}

/** As somebody does who has looked at everything that is asked. */
async function approve(runId: string): Promise<void> {
  const answers = async (decision: string) => {
    const check = await ask<RunCheck>('GET', `/run/${runId}/check?decision=${decision}`);
    return { shown: check.digest, ...allConfirmed(check) };
  };
  await ask('PUT', `/run/${runId}/submit`, await answers('submit'));
  await ask('PUT', `/run/${runId}/status?status=APPROVED`, await answers('approve'));
}

async function runFile() {
  const channels = ['FAM', 'TEXAS_RED'] as const;
  const plateType = 'RECTANGULAR_384';
  const [file] = await generateCfxXlsx(
    syntheticRun({
      ...{ plateType, channels, seed: 2, noise: 2, wells: syntheticWells({ plateType, channels, seed: 2 }) },
      ...{ phases: ['MELT', 'ANNEAL'], temperature: { from: 40, to: 75, step: 0.2 } },
    }),
  );
  if (file === undefined) throw new Error('the generator wrote no file');
  return file;
}

/** Uploads: the files themselves are made where they are sent. */
function filesOf(
  name: string,
  { runFile: file, ids, freshRun, document }: CostSubject & ChangeSubject,
): (CostInput & { form?: ReturnType<typeof formOf> })[] {
  const call = ALL_CALLS.find((one) => one.name === name)?.call;
  if (call === undefined || call.files === null) return [];
  if (call.files.field === 'file') {
    const flood = JSON.stringify(
      Object.fromEntries(Array.from({ length: 600_000 }, (_, index) => [`k${index}`, 1])),
    );
    return [
      {
        label: '8 MiB of unknown keys',
        form: formOf(call, { name: 'a.json', bytes: Buffer.from(flood.slice(0, 8 * 1024 * 1024 - 2)) }),
      },
      {
        label: 'its own export',
        isOnce: true,
        form: formOf(
          call,
          {
            name: 'a.json',
            bytes: Buffer.from(JSON.stringify(name === 'lots.import' ? manyLots(document) : document)),
          },
          [['versionName', `v${Date.now()}`]],
        ),
      },
    ];
  }
  const fields =
    name === 'runs.inspect' ? [] : [['analyser', JSON.stringify({ id: ids['analyserId'] })] as const];
  const more = name === 'runs.setAcquisitions' ? [['kitIds', ids['kitId'] ?? ''] as const] : [];
  return [
    {
      ...{ label: '384 wells, two channels', params: { runId: freshRun.id } },
      form: formOf(call, file, [...fields, ...more]),
    },
  ];
}

/** As many as a document may hold. */
function manyLots({ kit, version }: KitDocument): object {
  const lots = Array.from({ length: 500 }, (_, index) => ({
    ...{ name: `Imported ${index}`, expirationDate: '2099-12-31', active: true },
  }));
  return { format: 'curvewell-lots', formatVersion: 1, kit: kit.name, version: version.version, lots };
}

type Sent = CostInput & { readonly form?: ReturnType<typeof formOf> };

async function measure(
  name: string,
  call: Call,
  { input, subject }: { input: Sent; subject: CostSubject },
): Promise<Measured> {
  const [address, request] = requestOf(call, input, subject);
  if (call.file?.mediaTypes.includes('text/event-stream') === true && name !== 'whatIf.try')
    return charged(call, 0, {
      input: 'opened',
      ...(await processorOf(() => openStream(address, request), ROUNDS)),
    });
  if (call.files !== null) await sleep(READER_READY_MS);
  let first = await processorOf(() => send(address, request), 1, call.files === null ? 0 : READER_READY_MS);
  for (let tries = 0; first.status === 429 && call.perMinute === null && tries < TRIES; tries++) {
    await sleep(5_000);
    first = await processorOf(() => send(address, request), 1);
  }
  const isOnce = input.isOnce === true || call.perMinute !== null;
  const isLong = first.processorMs > LONG_MS;
  for (let round = 0; round < WARM_UPS && !isLong && !isOnce; round++) await send(address, request);
  const sent = typeof request.body === 'string' ? request.body.length : 0;
  const again = async () => {
    if (call.files !== null) await sleep(READER_READY_MS);
    const rounds = isLong ? 1 : ROUNDS;
    const endsAfterMs = call.files === null ? 0 : READER_READY_MS;
    const used = await processorOf(() => send(address, request), rounds, endsAfterMs);
    return charged(call, sent, { input: input.label, ...used });
  };
  if (isOnce) return charged(call, sent, { input: input.label, ...first });
  const measured = await again();
  // What is left of the input before, such as garbage, may count in this one: then it does not the next time.
  return isTooCheap(measured) ? again() : measured;
}

/** Each request is made anew, and making it is not measured. */
async function measureChange(
  call: Call,
  { input, subject }: { input: ChangingInput; subject: CostSubject },
): Promise<Measured> {
  const used: Used[] = [];
  let sent = 0;
  const rounds = input.isOnce === true || call.perMinute !== null ? 1 : WARM_UPS + ROUNDS;
  for (let round = 0; round < rounds; round++) {
    const asked = { label: input.label, ...(await input.fresh(round)) };
    const [address, request] = requestOf(call, asked, subject);
    sent = typeof request.body === 'string' ? request.body.length : 0;
    used.push(await processorOf(() => send(address, request), 1));
    const { refusal } = used.at(-1) ?? {};
    if (refusal !== undefined && round === 0) say(`  refused: ${refusal}`);
  }
  const counted = used.length > WARM_UPS ? used.slice(WARM_UPS) : used;
  const mean = (of: (one: Used) => number) => counted.reduce((sum, one) => sum + of(one), 0) / counted.length;
  const last = counted.at(-1);
  if (last === undefined) throw new Error('nothing was measured');
  return charged(call, sent, {
    ...{ input: input.label, ...last },
    ...{ processorMs: mean((one) => one.processorMs), asUsedMs: mean((one) => one.asUsedMs) },
    delayMs: Math.max(...counted.map((one) => one.delayMs)),
  });
}

type Used = Answered & Pick<Measured, 'processorMs' | 'delayMs'> & { readonly asUsedMs: number };

/** @param sent bytes of the body */
function charged(
  call: Call,
  sent: number,
  { input, status, answered, processorMs, delayMs, asUsedMs }: Used & { readonly input: string },
): Measured {
  return { input, status, processorMs, delayMs, chargedMs: chargeOf(call, { sent, answered }) + asUsedMs };
}

function requestOf(
  call: Call,
  { params = {}, query = {}, body, form }: Sent,
  { ids }: CostSubject,
): [string, RequestInit] {
  const at = call.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? ids[key] ?? UNKNOWN);
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((one) => [key, one] as [string, string]),
  );
  const headers = { ...authorization, 'accept-encoding': 'gzip' };
  const address = `${ADDRESS}/api${at}?${new URLSearchParams(pairs).toString()}`;
  if (form !== undefined)
    return [
      address,
      { method: call.method, headers: { ...headers, ...form.headers }, body: new Uint8Array(form.payload) },
    ];
  if (body === undefined) return [address, { method: call.method, headers }];
  return [
    address,
    {
      method: call.method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  ];
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${ADDRESS}/api${path}`, {
    method,
    headers: { ...authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer; // as the call declares it
}

interface Answered {
  readonly status: number;
  readonly answered: number;
  /** Why it was refused. */
  readonly refusal?: string;
}

async function send(address: string, request: RequestInit): Promise<Answered> {
  const answer = await fetch(address, request);
  const bytes = await answer.arrayBuffer();
  const refusal = answer.ok ? undefined : Buffer.from(bytes).toString().slice(0, 300);
  return { status: answer.status, answered: bytes.byteLength, ...(refusal !== undefined && { refusal }) };
}

/** An answer that does not end. */
async function openStream(address: string, request: RequestInit): Promise<Answered> {
  const answer = await fetch(address, request);
  await answer.body?.cancel();
  return { status: answer.status, answered: 0 };
}

/** Processor time of the product a request, what it charged of that as it was used, and the longest delay of its event loop. */
async function processorOf(ask: () => Promise<Answered>, rounds: number, endsAfterMs = 0): Promise<Used> {
  const before = await product.usage();
  product.watch();
  let last: Answered = { status: 0, answered: 0 };
  for (let round = 0; round < rounds; round++) last = await ask();
  if (endsAfterMs > 0) await sleep(endsAfterMs);
  const after = await product.usage();
  const all = after.processorMs + after.childrenMs - before.processorMs - before.childrenMs;
  return {
    ...last,
    processorMs: all / rounds,
    asUsedMs: (after.chargedMs - before.chargedMs) / rounds,
    delayMs: after.longestDelayMs,
  };
}

async function keep(rows: readonly Row[], bareMs: number): Promise<void> {
  const { version } = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const round = (value: number) => Number(value.toFixed(1));
  const kept = (one: Measured | null) =>
    one && {
      ...{ input: one.input, status: one.status, processorMs: round(one.processorMs) },
      ...{ timesBare: round(one.processorMs / bareMs), delayMs: round(one.delayMs) },
      chargedMs: round(one.chargedMs),
    };
  const lines = rows.map(({ call, accepted, refused }) =>
    JSON.stringify({ call, accepted: kept(accepted), refused: kept(refused) }),
  );
  const head = {
    command: 'pnpm bench:cost',
    version,
    date: new Date().toISOString().slice(0, 10),
    bareMs: Number(bareMs.toFixed(2)),
  };
  await mkdir(path.dirname(TARGET), { recursive: true });
  await writeFile(TARGET, `${JSON.stringify(head).slice(0, -1)},"calls":[\n${lines.join(',\n')}\n]}\n`);
}
