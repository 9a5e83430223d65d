import { allConfirmed, isSample, type Run, type RunCheck } from '@curvewell/domain';

import { NO_LABORATORY } from '../src/audit/audit-chain.ts';
import { systemClock } from '../src/clock.ts';
import { signHead } from '../src/features/audit/heads/signed-head.ts';
import { createSigner } from '../src/signing/signer.ts';
import { configuration } from '../test/run-factory.ts';
import {
  always,
  BENCH_KEY,
  LINE,
  once,
  REASON,
  type ChangeSubject,
  type ChangingInput,
} from './cost-changing.ts';

const SERVER = {
  protocol: 'SFTP',
  host: 'files.example.org',
  port: 22,
  directory: '/',
  username: 'u',
  authentication: 'PASSWORD',
  password: 'p',
  sendFilesOnApproval: false,
};

/** For calls that change runs. */
export function runChanges({
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
    const requested = { requestedByName: 'Cost', requestedAt: new Date() };
    await db.delivery.upsert({
      where: { runId: run.id },
      create: { runId: run.id, laboratoryId: ids['laboratoryId'] ?? '', state: 'NOT_SENT', ...requested },
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
    'controls.setExcluded': always('a reading', async (round) => {
      const { revision } = await db.controlReading.findUniqueOrThrow({ where: { id: readingId } });
      return { params: { readingId }, body: { isExcluded: round % 2 === 0, reason: REASON, revision } };
    }),
    'controls.setReferenceLot': always('a lot', async () => {
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
      params,
      query: { status: 'APPROVED' },
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
    'interpretation.reinterpret': once('384 wells, two channels', async () => {
      const { proposal } = await ask<{ proposal: string }>('GET', `/run/${openRun.id}/reinterpretation`);
      const { revision } = await ask<Run>('GET', `/run/${openRun.id}`);
      return { params: { runId: openRun.id }, body: { revision, proposal } };
    }),
    'interpretation.previewReinterpretation': always('384 wells, two channels', () =>
      Promise.resolve({ params: { runId: openRun.id } }),
    ),
    'interpretation.previousChart': always('384 wells, two channels', async () => {
      const [former] = await ask<{ id: string }[]>('GET', `/run/${openRun.id}/interpretation/previous`);
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
    'runs.deleteStoredDye': always('a dye', async (round) => {
      const { laboratoryId = '', analyserId = '' } = ids;
      const row = { laboratoryId, analyserId, dye: `Dye ${round}`, keptByName: 'Cost' };
      return { params: { keptDyeId: (await db.keptDye.create({ data: row })).id } };
    }),
    'runs.commentWells': always('60 wells', () =>
      Promise.resolve({
        params: { runId: openRun.id },
        query: { wellIds: wellIds.slice(0, 60) },
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
    'repeatList.add': once('384 wells', async () => {
      const { analyses } = await ask<Run>('GET', `/run/${openRun.id}`);
      const named = Object.values(analyses[0]?.wells ?? {}).filter(({ sampleType }) => isSample(sampleType));
      const wells = named.map(({ position }) => ({ position, reason: 'CHOSEN', note: REASON }));
      return { body: { runId: openRun.id, wells } };
    }),
    'repeatList.remove': always('an entry', async () => {
      const { laboratoryId = '', kitId = '' } = ids;
      const { id } = await db.repeatEntry.create({
        data: {
          laboratoryId,
          kitId,
          runNumber: 1,
          position: 'A1',
          name: 'S-1',
          sampleType: 'BLOOD',
          reason: 'CHOSEN',
          addedByName: 'Cost',
        },
      });
      return { body: { ids: [id] } };
    }),
    'workLists.keepColumns': always('every column', (round) =>
      Promise.resolve({ body: { columns: { name: `Name ${round}`, orderId: LINE.slice(0, 200) } } }),
    ),
  };
}
