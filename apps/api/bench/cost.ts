/**
 * `pnpm bench:cost`: measures the most expensive accepted and refused input of each call: the processor time
 * of the product and its reader process, the delay of the event loop, a bare request (`GET /me`) of the same
 * run for comparison, and the amount charged to the account. Writes docs/measurements/cost-matrix.json.
 * `ONLY=runs.,kits.` measures the calls whose names begin so and keeps the other rows.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { ALL_CALLS, type Call } from '@curvewell/contracts';

import { chargeOf } from '../src/http/limits/request-limits.ts';
import { startBenchDatabase } from './bench-database.ts';
import { startBenchIssuer } from './bench-issuer.ts';
import { BENCH_KEY, type ChangingInput } from './cost-changing.ts';
import { generalInputs, knownInputs, type CostSubject } from './cost-inputs.ts';
import { kitChanges } from './cost-kit-changes.ts';
import { peopleChanges, templateChanges, viewChanges } from './cost-people-changes.ts';
import { isUndercharged, keep, printRow, type Measured, type Row } from './cost-rows.ts';
import { runChanges } from './cost-run-changes.ts';
import { filesOf, makeSubject, type Sent } from './cost-subject.ts';
import { startProduct } from './measured-process.ts';
import { print } from './table.ts';

const PORT = Number(process.env['BENCH_PORT'] ?? 18_490);
const ADDRESS = `http://127.0.0.1:${PORT}`;
const ROUNDS = 10;
/** Time to count a reader process that has ended and to start the next one. */
const READER_READY_MS = 1_000;
/** Sent before the measurement, so that just-in-time compilation does not count. */
const WARM_UPS = 5;
/** Attempts for an input that is refused because the event loop was late. */
const TRIES = 10;
/** An input that takes longer is sent only once. */
const LONG_MS = 150;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const database = await startBenchDatabase();
const issuer = await startBenchIssuer();
const { db } = database;
const product = await startProduct({
  address: ADDRESS,
  database,
  issuer,
  environment: {
    SIGNING_KEY: BENCH_KEY.toString('base64'),
    LOG_LEVEL: 'fatal',
    REQUESTS_PER_MINUTE: '0',
    // Background work would be counted as that of requests.
    CURVEWELL_ROLE: 'api',
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
  },
});
const authorization = { authorization: `Bearer ${await issuer.tokenFor(db, 'super')}` };

try {
  const subject = await makeSubject(database, ask);
  const bare = await processorOf(() => send(`${ADDRESS}/api/me`, { headers: authorization }), 200);
  const known = knownInputs(subject);
  const changing: Readonly<Record<string, readonly ChangingInput[]>> = {
    ...runChanges(subject),
    ...kitChanges(subject),
    ...peopleChanges(subject),
    ...templateChanges(subject),
    ...viewChanges(subject),
  };
  const only = process.env['ONLY']?.split(',');
  const rows: Row[] = [];
  print(
    '\n| call | most expensive input | status | ms | × bare | loop ms | charged ms |\n| --- | --- | --: | --: | --: | --: | --: |',
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
          print(`  not made: ${String(error)}`);
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
    for (const one of [row.accepted, row.refused]) if (one !== null) printRow(name, one, bare.processorMs);
  }
  const cheap = rows.filter((row) => isUndercharged(row.accepted) || isUndercharged(row.refused));
  if (cheap.length > 0) process.exitCode = 1;
  const names = (some: readonly Row[]) => some.map(({ call }) => call).join(', ') || 'none';
  print(`\nA bare request: ${bare.processorMs.toFixed(2)} ms. Charged less than used: ${names(cheap)}.`);
  print(`Without an accepted input: ${names(rows.filter(({ accepted }) => accepted === null))}.`);
  await keep(rows, bare.processorMs);
} finally {
  await product.stop();
  issuer.close();
  await database.close();
}

async function measure(
  name: string,
  call: Call,
  { input, subject }: { input: Sent; subject: CostSubject },
): Promise<Measured> {
  const [address, request] = requestOf(call, input, subject);
  if (call.file?.mediaTypes.includes('text/event-stream') === true && name !== 'whatIf.evaluate')
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
  // Left-overs of the previous input, such as garbage, may be counted in the first measurement.
  return isUndercharged(measured) ? again() : measured;
}

/** Builds a new request each time; the time to build it is not measured. */
async function measureChange(
  call: Call,
  { input, subject }: { input: ChangingInput; subject: CostSubject },
): Promise<Measured> {
  const used: Used[] = [];
  let sent = 0;
  const rounds = input.isOnce === true || call.perMinute !== null ? 1 : WARM_UPS + ROUNDS;
  for (let round = 0; round < rounds; round++) {
    const given = { label: input.label, ...(await input.fresh(round)) };
    const [address, request] = requestOf(call, given, subject);
    sent = typeof request.body === 'string' ? request.body.length : 0;
    used.push(await processorOf(() => send(address, request), 1));
    const { refusal } = used.at(-1) ?? {};
    if (refusal !== undefined && round === 0) print(`  refused: ${refusal}`);
  }
  const counted = used.length > WARM_UPS ? used.slice(WARM_UPS) : used;
  const mean = (of: (one: Used) => number) => counted.reduce((sum, one) => sum + of(one), 0) / counted.length;
  const last = counted.at(-1);
  if (last === undefined) throw new Error('nothing was measured');
  return charged(call, sent, {
    input: input.label,
    ...last,
    processorMs: mean((one) => one.processorMs),
    asUsedMs: mean((one) => one.asUsedMs),
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
  /** The reason for a refusal. */
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

/**
 * The product's processor time for each request, the amount charged, and the longest delay of its event loop.
 */
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
