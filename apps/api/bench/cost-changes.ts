import {
  allConfirmed,
  diagnosticNameSchema,
  DEFAULT_LABORATORY_RULES,
  type KitConfiguration,
  type KitDocument,
  type Run,
  type RunCheck,
} from '@curvewell/contracts';

import { NO_LABORATORY } from '../src/audit-chain.ts';
import { systemClock } from '../src/clock.ts';
import type { Db } from '../src/db.ts';
import { signHead } from '../src/features/audit/signed-head.ts';
import { createSigner } from '../src/signing.ts';
import { configuration } from '../test/run-factory.ts';
import type { CostInput } from './cost-inputs.ts';

/** What changes something is asked with what it finds now. */
export interface ChangingInput {
  readonly label: string;
  /** @param round tells one request from another */
  readonly fresh: (round: number) => Promise<Omit<CostInput, 'label'>>;
  /** It can be done once. */
  readonly isOnce?: true;
}

export interface ChangeSubject {
  readonly db: Db;
  /** Asks as the account of the measurement, and is not measured. */
  readonly ask: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Interpreted: to be submitted, approved and exported. */
  readonly run: Run;
  /** Interpreted, not decided. */
  readonly openRun: Run;
  /** Not interpreted. */
  readonly freshRun: Run;
  /** Archived, 384 wells. */
  readonly archivedRunId: string;
  /** Archived, without wells. */
  readonly archivedIds: readonly string[];
  readonly ids: Readonly<Record<string, string>>;
  readonly document: KitDocument;
}

/** Keeps nothing secret. */
export const BENCH_KEY = Buffer.alloc(32, 1);
const REASON = 'Measured by the cost matrix.';
const SERVER = {
  ...{ protocol: 'SFTP', host: 'files.example.org', port: 22, directory: '/', username: 'u' },
  ...{ authentication: 'PASSWORD', password: 'p', sendFilesOnApproval: false },
};
const LINE = 'x'.repeat(1000);
/** As many as a diagnostic table may hold that is saved. */
const ROWS = 500;

/** The dearest accepted input of each call that changes something. */
export function changingInputs(subject: ChangeSubject): Readonly<Record<string, readonly ChangingInput[]>> {
  return { ...ofRuns(subject), ...ofKits(subject), ...ofPeople(subject), ...ofTemplates(subject) };
}

const always = (label: string, fresh: ChangingInput['fresh']): readonly ChangingInput[] => [{ label, fresh }];
const once = (label: string, fresh: ChangingInput['fresh']): readonly ChangingInput[] => [
  { label, fresh, isOnce: true },
];

function ofRuns({
  db,
  ask,
  run,
  openRun,
  freshRun,
  archivedRunId,
  archivedIds,
  ids,
}: ChangeSubject): Record<string, readonly ChangingInput[]> {
  const answers = async (decision: string) => {
    const check = await ask<RunCheck>('GET', `/run/${run.id}/check?decision=${decision}`);
    return { shown: check.digest, ...allConfirmed(check) };
  };
  const readingId = ids['readingId'] ?? '';
  const wellIds = openRun.analyses.flatMap(({ wells }) => Object.values(wells).map(({ id }) => id));
  const params = { runId: run.id };
  const connection = async () => {
    const laboratoryId = ids['laboratoryId'] ?? '';
    const { protocol, host, port, directory, authentication, username } = SERVER;
    const row = { protocol, host, port, directory, authentication, username } as const;
    return db.fileTransferConnection.upsert({
      where: { laboratoryId },
      create: { laboratoryId, ...(row as typeof row & { protocol: 'SFTP'; authentication: 'PASSWORD' }) },
      update: {},
    });
  };
  const delivery = async () => {
    await connection();
    const asked = { requestedByName: 'Cost', requestedAt: new Date() };
    await db.delivery.upsert({
      where: { runId: run.id },
      create: { runId: run.id, laboratoryId: ids['laboratoryId'] ?? '', state: 'NOT_SENT', ...asked },
      update: { state: 'NOT_SENT' },
    });
    return { params };
  };
  return {
    'archive.get': always('384 wells', () => Promise.resolve({ params: { runId: archivedRunId } })),
    'archive.search': always('the largest page', () =>
      Promise.resolve({ body: { page: 0, size: 100, searchCriteria: [] } }),
    ),
    'archive.restore': always('a run', (round) =>
      Promise.resolve({ params: { runId: archivedIds[round] ?? '' } }),
    ),
    'archive.deletePermanently': always('a run', (round) =>
      Promise.resolve({ params: { runId: archivedIds.at(-1 - round) ?? '' } }),
    ),
    'audit.compare': always('the heads of all chains', async () => {
      const signer = createSigner(BENCH_KEY);
      const heads = (await db.auditHead.findMany()).map(({ chain, number, hash }) =>
        signHead(
          { clock: systemClock, signer },
          { chain: chain === NO_LABORATORY ? null : chain, number: Number(number), hash },
        ),
      );
      return { body: { heads } };
    }),
    'controls.leaveOut': always('a reading', async (round) => {
      const { revision } = await db.controlReading.findUniqueOrThrow({ where: { id: readingId } });
      return { params: { readingId }, body: { isLeftOut: round % 2 === 0, reason: REASON, revision } };
    }),
    'controls.takeMean': always('a lot', async () => {
      const { kitId = '', reactionBufferId = '' } = ids;
      const { lotId } = await db.controlReading.findUniqueOrThrow({ where: { id: readingId } });
      const found = await db.controlReference.findFirst({ where: { kitId, reactionBufferId } });
      return { body: { kitId, reactionBufferId, lotId, reason: REASON, revision: found?.revision ?? 0 } };
    }),
    'decisions.submit': once('384 wells, two channels', async () => ({
      params,
      body: await answers('submit'),
    })),
    'decisions.decide': once('an approval of 384 wells', async () => ({
      ...{ params, query: { status: 'APPROVED' } },
      body: await answers('approve'),
    })),
    'decisions.record': always('384 wells, read again', () =>
      Promise.resolve({ params, query: { again: 'true' } }),
    ),
    'exports.archivedRun': always('XLSX of 384 wells', () =>
      Promise.resolve({ params: { runId: archivedRunId }, body: { format: 'XLSX', wellIds: [] } }),
    ),
    'exports.record': always('384 wells', () => Promise.resolve({ params })),
    'deliveries.log': always('a run', delivery),
    'deliveries.sendRun': always('a run', delivery),
    'deliveries.sendNotSent': always('a run', async () => {
      await delivery();
      return {};
    }),
    'fileTransfer.create': always('a server', async () => {
      await db.fileTransferConnection.deleteMany();
      return { body: SERVER };
    }),
    'fileTransfer.update': always('a server', async () => {
      const { id, revision } = await connection();
      return { params: { connectionId: id }, body: { ...SERVER, revision } };
    }),
    'fileTransfer.delete': always('a server', async () => ({
      params: { connectionId: (await connection()).id },
    })),
    'fileTransfer.test': always('a server without an address', () => Promise.resolve({ body: SERVER })),
    'interpretation.interpretAnew': once('384 wells, two channels', async () => {
      const { proposal } = await ask<{ proposal: string }>('GET', `/run/${openRun.id}/interpretation/anew`);
      const { revision } = await ask<Run>('GET', `/run/${openRun.id}`);
      return { params: { runId: openRun.id }, body: { revision, proposal } };
    }),
    'interpretation.lookAnew': always('384 wells, two channels', () =>
      Promise.resolve({ params: { runId: openRun.id } }),
    ),
    'interpretation.formerChart': always('384 wells, two channels', async () => {
      const [former] = await ask<{ id: string }[]>('GET', `/run/${openRun.id}/interpretation/former`);
      return { params: { runId: openRun.id, interpretationId: former?.id ?? '' } };
    }),
    'interpretation.updateDiagnostic': always('a well', async (round) => {
      const color = await db.diagnosticColor.findFirstOrThrow({ where: { kitId: ids['kitId'] ?? '' } });
      return {
        params: { runId: openRun.id },
        query: { wellIds: wellIds.slice(round, round + 1) },
        body: { id: color.id, comment: REASON },
      };
    }),
    'runs.update': always('384 wells, two channels', async () => {
      const now = await ask<Run>('GET', `/run/${freshRun.id}`);
      return { params: { runId: freshRun.id }, body: await configuration(db, now) };
    }),
    'runs.forgetDye': always('a dye', async (round) => {
      const { laboratoryId = '', analyserId = '' } = ids;
      const row = { laboratoryId, analyserId, dye: `Dye ${round}`, keptByName: 'Cost' };
      return { params: { keptDyeId: (await db.keptDye.create({ data: row })).id } };
    }),
    'runs.commentWells': always('60 wells', () =>
      Promise.resolve({
        ...{ params: { runId: openRun.id }, query: { wellIds: wellIds.slice(0, 60) } },
        body: { value: LINE },
      }),
    ),
    'runs.commentWell': always('the longest', () =>
      Promise.resolve({ params: { runId: openRun.id, wellId: wellIds[0] ?? '' }, body: { value: LINE } }),
    ),
    'runs.commentRun': always('the longest', () =>
      Promise.resolve({ params: { runId: openRun.id }, body: { value: LINE } }),
    ),
    'runs.editComment': always('the longest', async () => {
      const { laboratoryId = '', userId: authorId = '' } = ids;
      const row = { runId: openRun.id, laboratoryId, authorId, authorName: 'Cost', value: 'x' };
      const { id: commentId } = await db.comment.create({ data: row });
      return { params: { runId: openRun.id, commentId }, body: { value: LINE } };
    }),
    'workLists.keepColumns': always('every column', (round) =>
      Promise.resolve({ body: { columns: { name: `Name ${round}`, orderId: LINE.slice(0, 200) } } }),
    ),
  };
}

function ofKits({ db, ask, run, ids, document }: ChangeSubject): Record<string, readonly ChangingInput[]> {
  const { kitId = '', versionId = '', reactionBufferId = '', analyserId = '' } = ids;
  const profileNamed = async (id: string) => {
    const row = await db.analyser.findUniqueOrThrow({ where: { id: analyserId } });
    return { ...(row.profile as object), id, name: id };
  };
  const lotOf = async (round: number) =>
    db.lot.create({
      data: {
        kitVersionId: versionId,
        name: `Cost ${round} ${Math.random()}`,
        active: false,
        expirationDate: new Date(),
      },
    });
  const [placed] = document.configurations;
  const channels = placed?.channels ?? [];
  const configured = {
    analyser: { id: analyserId },
    channels: channels.map(({ name, phases }) => ({ name, phases })),
    combinationDiagnostics: channels.flatMap(({ name, rules }) =>
      rules.map(({ zones, expressions }) => ({
        ...{ channel: name, combination: { zones }, expressions, diagnosticColor: null },
      })),
    ),
  };
  const kept = { versionId, reactionBufferId, analyserId };
  const pathOf = (version: string) =>
    `/kit/version/${version}/reaction-buffer/${reactionBufferId}/analyser/${analyserId}/kept-templates`;
  // One that is in use keeps nothing more.
  let unused: KitConfiguration | null = null;
  const unusedVersion = async () => {
    unused ??= await ask<KitConfiguration>('POST', '/kit', {
      ...{ kit: { id: kitId }, kitVersion: { version: 'cost' }, reactionBuffer: { id: reactionBufferId } },
      ...configured,
    });
    const { id } = unused.kitVersion;
    const { revision } = await db.kitVersion.findUniqueOrThrow({ where: { id } });
    return { id, revision, params: { versionId: id, reactionBufferId, analyserId } };
  };
  const keeping = async () => {
    const { id, revision, params } = await unusedVersion();
    const runIds = [run.id];
    const learnt = await ask<{ sha256: string }[]>('POST', `${pathOf(id)}/learn`, { runIds });
    return { params, body: { revision, runIds, keep: learnt.map(({ sha256 }) => sha256) } };
  };
  let made: KitConfiguration | null = null;
  return {
    'analysers.create': always('a profile', async (round) => ({
      body: { profile: await profileNamed(`cost-${round}`) },
    })),
    'analysers.update': always('a profile', async (round) => {
      const row = await db.analyser.findFirstOrThrow({ where: { name: { startsWith: 'cost-' } } });
      return {
        params: { analyserId: row.id },
        body: { profile: row.profile, active: round % 2 === 0 },
      };
    }),
    'diagnostics.save': always('500 rows', async (round) => {
      const names = diagnosticNameSchema.options;
      const kits = Array.from({ length: Math.ceil(ROWS / names.length) }, (_, index) => ({
        name: `Kit of rows ${round} ${index}`,
      }));
      const made = await db.kit.createManyAndReturn({ data: kits, select: { id: true } });
      const rows = made.flatMap(({ id }) =>
        names.map((name) => ({ name, kitId: id, label: name, color: '#aabbcc', active: true })),
      );
      return { body: rows.slice(0, ROWS) };
    }),
    'keptTemplates.learn': always('a run of 384 wells', () =>
      Promise.resolve({ params: kept, body: { runIds: [run.id] } }),
    ),
    'keptTemplates.keep': always('a run of 384 wells', keeping),
    'keptTemplates.remove': always('a template', async () => {
      const { params, body } = await keeping();
      await ask('PUT', pathOf(params.versionId), body);
      const { revision } = await unusedVersion();
      return { params: { ...params, sha256: body.keep[0] ?? '' }, query: { revision: String(revision) } };
    }),
    'kits.get': always('a kit', () => Promise.resolve({ params: { kitId, id: kitId } })),
    'kits.create': always('a configuration', async (round) => {
      const name = `Kit ${round} ${Math.random()}`;
      const kit = { name };
      made = null;
      return {
        body: { kit, kitVersion: { version: 'v1' }, reactionBuffer: { id: reactionBufferId }, ...configured },
      };
    }),
    'kits.update': always('a configuration', async (round) => {
      made ??= await ask<KitConfiguration>('POST', '/kit', {
        ...{ kit: { name: `Kit to change ${round}` }, kitVersion: { version: 'v1' } },
        ...{ reactionBuffer: { id: reactionBufferId }, ...configured },
      });
      const { id, kit } = made.kitVersion;
      const { revision } = await db.kitVersion.findUniqueOrThrow({ where: { id } });
      return {
        params: { id },
        body: {
          ...{ kit: { id: kit.id }, kitVersion: { id, revision }, reactionBuffer: { id: reactionBufferId } },
          ...configured,
        },
      };
    }),
    'lots.create': always('a lot', (round) =>
      Promise.resolve({ body: { name: `Lot ${round} ${Math.random()}` } }),
    ),
    'lots.update': always('a lot', async (round) => {
      const { id: lotId, revision } = await lotOf(round);
      return { params: { lotId }, body: { active: true, expirationDate: '2099-12-31', revision } };
    }),
    'lots.delete': always('a lot', async (round) => ({ params: { lotId: (await lotOf(round)).id } })),
    'lots.export': always('all lots', async () => {
      const lots = await db.lot.findMany({ where: { kitVersionId: versionId }, take: 300 });
      return { query: { lotIds: lots.map(({ id }) => id) } };
    }),
  };
}

function ofPeople({ db, ids }: ChangeSubject): Record<string, readonly ChangingInput[]> {
  const { laboratoryId = '' } = ids;
  const names = { lastname: 'Cost', firstname: 'Matrix' };
  const person = async (more: object = {}) => {
    const login = `cost.${Math.random().toString(36).slice(2)}`;
    const data = { login, email: `${login}@example.org`, laboratoryId, ...names, ...more };
    return db.appUser.create({ data });
  };
  const change = async (more: object = {}) => {
    const { id: userId, revision } = await person(more);
    return { params: { userId, laboratoryId }, body: { revision } };
  };
  const laboratory = () => db.laboratory.create({ data: { name: `Laboratory ${Math.random()}` } });
  return {
    'laboratories.create': always('100 laboratories', (round) =>
      Promise.resolve({
        body: Array.from({ length: 100 }, (_, index) => ({
          name: `Laboratory ${round} ${index} ${Math.random()}`,
        })),
      }),
    ),
    'laboratories.update': always('all rules', async () => {
      const { id, revision } = await laboratory();
      const rules = DEFAULT_LABORATORY_RULES;
      const body = {
        name: `Another ${Math.random()}`,
        active: true,
        submitterMayApprove: false,
        rules,
        revision,
      };
      return { params: { laboratoryId: id }, body };
    }),
    'laboratories.delete': always('a laboratory', async () => ({
      params: { laboratoryId: (await laboratory()).id },
    })),
    'morning.read': always('today', () => Promise.resolve({ query: { today: new Date().toISOString() } })),
    'users.create': always('a person', () => {
      const login = `new.${Math.random().toString(36).slice(2)}`;
      return Promise.resolve({ body: { ...names, login, email: `${login}@example.org` } });
    }),
    'users.update': always('a person', async () => {
      const { id: userId, email, revision } = await person();
      return { params: { userId, laboratoryId }, body: { ...names, email, firstname: 'Other', revision } };
    }),
    'users.delete': always('a person', async () => ({
      params: { userId: (await person()).id, laboratoryId },
    })),
    'users.offerPassword': always('a person', async () => ({
      params: { userId: (await person()).id, laboratoryId },
    })),
    'users.hold': always('a person', () => change()),
    'users.confirm': always('a person', () => change({ rightsOnHold: true })),
    'users.takeIn': always('a person', () => change({ laboratoryId: null, seenAt: new Date() })),
  };
}

function ofTemplates({ db, ids, openRun }: ChangeSubject): Record<string, readonly ChangingInput[]> {
  const { versionId = '', reactionBufferId = '', laboratoryId = '' } = ids;
  const wells = openRun.analyses.flatMap(({ channel, wells }) =>
    Object.values(wells).map(({ position }) => ({
      ...{ position, channel, kitVersion: { id: versionId }, sampleType: 'BLOOD' },
      ...{ reactionBuffer: { id: reactionBufferId }, expectedDiagnostic: null },
    })),
  );
  const template = () =>
    db.template.create({
      data: { name: `Template ${Math.random()}`, laboratoryId, plateType: 'RECTANGULAR_384' },
    });
  const body = (more: object) => ({ plateType: 'RECTANGULAR_384', wells, ...more });
  return {
    'templates.create': always('768 wells', () =>
      Promise.resolve({ body: body({ name: `Template ${Math.random()}` }) }),
    ),
    'templates.update': always('768 wells', async () => {
      const { id: templateId, name, revision } = await template();
      return { params: { templateId }, body: body({ name, revision }) };
    }),
    'templates.delete': always('a template', async () => ({
      params: { templateId: (await template()).id },
    })),
  };
}
