import type { Problem, UpdateRun } from '@curvewell/contracts';
import {
  isGoodStandard,
  type CheckedWell,
  type Demand,
  type DoubtKind,
  type KitFit,
  type Run,
  type RunCheck,
} from '@curvewell/domain';

import type { TestApp } from '../create-test-app.ts';
import { importFiles } from '../run-factory.ts';
import type { Mistake, Place, ConfiguredWell } from './mistakes.ts';
import { plateFiles } from './plates.ts';

/** A message about a plate, and where it appears. */
export interface Message {
  readonly at: Place;
  readonly text: string;
  /** What the laboratory's rules require because of it. */
  readonly demand?: Demand;
}

export interface Outcome {
  /** In the order in which a user sees them. */
  readonly messages: readonly Message[];
  /** The first message that names the mistake. */
  readonly named: Message | null;
  readonly approval: 'not reached' | 'refused' | 'approved';
  /** The run could be approved, and its check did not name the mistake. */
  readonly isSilent: boolean;
}

const KIT = 'LCT-13910';
const LOT = '26B0417';
/** Later than any test run, and not a placeholder date. */
const EXPIRES = '2098-12-31';

/** A technician sets up the plate and gives only required answers; a physician approves. */
export async function runMistake(test: TestApp, mistake: Mistake, seed: number): Promise<Outcome> {
  await setLots(test, mistake);
  const messages: Message[] = [];
  const reached = await toApproval(test, { mistake, seed, messages });
  const named = messages.find(({ text }) => mistake.expected.pattern.test(text)) ?? null;
  return {
    messages,
    named,
    approval: reached,
    isSilent: isSilent({ messages, reached }, mistake.expected.pattern),
  };
}

/** Whether a run was approved, or refused, without naming the mistake. */
export function isSilent(
  { messages, reached }: { readonly messages: readonly Message[]; readonly reached: Outcome['approval'] },
  pattern: RegExp,
): boolean {
  if (reached === 'not reached') return false;
  const inTheEnd = messages.filter(({ at }) => at.startsWith('check') || at.startsWith('approval'));
  return !inTheEnd.some(({ text }) => pattern.test(text));
}

async function setLots({ db }: TestApp, { lot }: Mistake): Promise<void> {
  await db.lot.updateMany({ data: { active: true, expirationDate: new Date(EXPIRES) } });
  await db.lot.updateMany({
    where: { name: LOT },
    data: { active: lot?.active ?? true, expirationDate: new Date(lot?.expires ?? EXPIRES) },
  });
}

interface MistakeRun {
  readonly mistake: Mistake;
  readonly seed: number;
  /** Filled step by step. */
  readonly messages: Message[];
}

async function toApproval(
  test: TestApp,
  { mistake, seed, messages }: MistakeRun,
): Promise<'not reached' | 'refused' | 'approved'> {
  const imported = await importFiles(test, {
    analyser: mistake.files?.analyser ?? 'Bio-Rad CFX96',
    files: await plateFiles(mistake.files ?? {}, seed),
  });
  if (imported.statusCode !== 200) {
    messages.push({ at: 'import: refused', text: problemText(imported.json()) });
    return 'not reached';
  }
  const run = imported.json<Run>();
  if (!(await saveConfirmed(test, { run, body: await settings(test, run, mistake), messages })))
    return 'not reached';
  const interpreted = await test.call('tech', 'POST', `/run/${run.id}/interpret`);
  if (interpreted.statusCode !== 200) {
    messages.push({ at: 'interpretation: refused', text: problemText(interpreted.json()) });
    return 'not reached';
  }
  const { digest } = await checkOf(test, run, 'submit');
  const submitted = await test.call('tech', 'PUT', `/run/${run.id}/submit`, { shown: digest });
  if (submitted.statusCode !== 200) throw new Error(submitted.body);
  const check = await checkOf(test, run, 'approve');
  messages.push(...checkMessages(check));
  const url = `/run/${run.id}/status?status=APPROVED`;
  const approved = await test.call('physician', 'PUT', url, { shown: check.digest });
  if (approved.statusCode === 200) return 'approved';
  messages.push({ at: 'approval: refused', text: problemText(approved.json()) });
  return 'refused';
}

interface Saved {
  readonly run: Run;
  readonly body: UpdateRun;
  readonly messages: Message[];
}

/** Steps 1 and 2, with all possible confirmations. @returns whether the run could be saved */
export async function saveConfirmed(test: TestApp, { run, body, messages }: Saved): Promise<boolean> {
  const url = `/run/${run.id}`;
  const saved = await test.call('tech', 'PUT', url, body);
  if (saved.statusCode === 200) return true;
  const text = problemText(saved.json());
  const keys = await confirmable(test, run, body);
  if (keys.length > 0 && saved.json<Problem>().issues.every(({ path }) => path.includes('confirmedFit'))) {
    messages.push({ at: 'step 1: to be confirmed', text });
    const confirmed = await test.call('tech', 'PUT', url, { ...body, confirmedFit: keys });
    if (confirmed.statusCode === 200) return true;
    throw new Error(confirmed.body);
  }
  messages.push({ at: 'step 1: refused', text });
  return false;
}

async function confirmable(test: TestApp, run: Run, { kits = [] }: UpdateRun): Promise<string[]> {
  const keys: string[] = [];
  for (const { kitVersion, reactionBuffer } of kits) {
    const buffer = reactionBuffer === null ? '' : `&reactionBufferId=${reactionBuffer.id}`;
    const answer = await test.call(
      'tech',
      'GET',
      `/run/${run.id}/fit?kitVersionId=${kitVersion.id}${buffer}`,
    );
    keys.push(...answer.json<KitFit>().findings.map(({ key }) => key));
  }
  return keys;
}

/** The content of wells unless the mistake changes it. */
const AS_NAMED: Readonly<Record<string, ConfiguredWell>> = {
  NTC: { type: 'NEGATIVE_TEST' },
  POS: { type: 'POSITIVE_TEST' },
};

/** The body of steps 1 and 2 for a kit. */
export async function settings(
  { db }: TestApp,
  run: Run,
  { kit = KIT, wells = {} }: Pick<Mistake, 'kit' | 'wells'>,
): Promise<UpdateRun> {
  const version = await db.kitVersion.findFirstOrThrow({
    where: { kit: { name: kit } },
    orderBy: { version: 'desc' },
    include: {
      lots: true,
      kit: { include: { buffers: { include: { reactionBuffer: true } }, diagnostics: true } },
    },
  });
  const buffers = version.kit.buffers.map(({ reactionBuffer }) => reactionBuffer);
  const buffer = buffers.find(({ name }) => name === 'RB-2') ?? buffers[0];
  if (buffer === undefined) throw new Error(`${kit} has no reaction buffer`);
  const lotOf = (name: string) => version.lots.find((lot) => lot.name === name) ?? version.lots[0] ?? null;
  const reference = (row: { readonly id: string } | null | undefined) => (row ? { id: row.id } : null);
  const [kitVersion, reactionBuffer] = [{ id: version.id }, { id: buffer.id }];
  return {
    revision: run.revision,
    kits: [{ kitVersion, reactionBuffer, lots: version.lots.map(({ id }) => ({ id })) }],
    analyses: run.analyses.map(({ channel, wells: read }) => ({
      channel,
      wells: Object.fromEntries(
        Object.values(read).map(({ position, name }) => {
          const set = { ...AS_NAMED[name ?? ''], ...wells[position] };
          const expected = version.kit.diagnostics.find(({ label }) => label === set.expected);
          return [
            position,
            {
              name: set.name ?? name,
              sampleType: set.type ?? 'BLOOD',
              kitVersion,
              reactionBuffer,
              lot: reference(lotOf(set.lot ?? LOT)),
              expectedDiagnostic: reference(expected),
            },
          ];
        }),
      ),
    })),
  };
}

async function checkOf(test: TestApp, run: Run, decision: 'submit' | 'approve'): Promise<RunCheck> {
  const login = decision === 'submit' ? 'tech' : 'physician';
  return (await test.call(login, 'GET', `/run/${run.id}/check?decision=${decision}`)).json<RunCheck>();
}

function checkMessages({ doubts, demands }: RunCheck): Message[] {
  const ofWells = <Row extends CheckedWell>(
    kind: DoubtKind,
    rows: readonly Row[],
    textOf: (row: Row) => string,
  ): Message[] =>
    rows.map((row) => ({
      at: `check: ${kind}` as const,
      demand: demands[kind] ?? 'note',
      text: `${row.position} ${row.channel}: ${textOf(row)}`,
    }));
  return [
    ...ofWells('failedControls', doubts.failedControls, ({ cause }) => cause),
    ...ofWells(
      'standards',
      doubts.standards.filter((one) => !isGoodStandard(one)),
      ({ expected, found }) =>
        `${found?.diagnosticLabel ?? 'no call'}, expected ${expected?.diagnosticLabel ?? ''}`,
    ),
    ...ofWells('unresolved', doubts.unresolved, ({ reason }) => reason),
    ...ofWells('curves', doubts.curves, ({ texts }) => texts.join(' ')),
    ...ofWells('nearBorder', doubts.nearBorder, ({ text }) => text),
    ...doubts.facts.map(({ kind, text }) => ({
      at: `check: ${kind}` as const,
      demand: demands[kind] ?? ('note' as const),
      text,
    })),
    ...doubts.plate.map(({ text }) => ({ at: 'check: plate' as const, demand: 'note' as const, text })),
  ];
}

const problemText = ({ message, issues }: Problem): string =>
  issues.length === 0 ? message : issues.map((issue) => issue.message).join(' ');
