import { builtInDiagnosticSchema, type KitConfiguration } from '@curvewell/domain';

import { always, type ChangeSubject, type ChangingInput } from './cost-changing.ts';

/** Maximum number of rows that a saved diagnostic table may have. */
const ROWS = 500;

/** For calls about kits, lots, analysers and diagnostics. */
export function kitChanges({
  db,
  ask,
  run,
  ids,
  document,
}: ChangeSubject): Record<string, readonly ChangingInput[]> {
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
        channel: name,
        combination: { zones },
        expressions,
        diagnosticColor: null,
      })),
    ),
  };
  const kept = { versionId, reactionBufferId, analyserId };
  const pathOf = (version: string) =>
    `/kit/version/${version}/reaction-buffer/${reactionBufferId}/analyser/${analyserId}/kept-templates`;
  // A version that is in use accepts no further templates.
  let unused: KitConfiguration | null = null;
  const unusedVersion = async () => {
    unused ??= await ask<KitConfiguration>('POST', '/kit', {
      kit: { id: kitId },
      kitVersion: { version: 'cost' },
      reactionBuffer: { id: reactionBufferId },
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
      const names = builtInDiagnosticSchema.options;
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
    'firstSteps.chooseAnalyser': always('an analyser', () => Promise.resolve({ body: { analyserId } })),
    'starterKits.create': always('384 wells, two channels', (round) =>
      Promise.resolve({
        body: {
          name: `Starter ${round} ${Math.random()}`,
          products: 2,
          reactionBuffer: 'Standard',
          runId: run.id,
        },
      }),
    ),
    'kits.create': always('a configuration', (round) => {
      const kit = { name: `Kit ${round} ${Math.random()}` };
      return Promise.resolve({
        body: { kit, kitVersion: { version: 'v1' }, reactionBuffer: { id: reactionBufferId }, ...configured },
      });
    }),
    'kits.update': always('a configuration', async (round) => {
      made ??= await ask<KitConfiguration>('POST', '/kit', {
        kit: { name: `Kit to change ${round}` },
        kitVersion: { version: 'v1' },
        reactionBuffer: { id: reactionBufferId },
        ...configured,
      });
      const { id, kit } = made.kitVersion;
      const { revision } = await db.kitVersion.findUniqueOrThrow({ where: { id } });
      return {
        params: { id },
        body: {
          kit: { id: kit.id },
          kitVersion: { id, revision },
          reactionBuffer: { id: reactionBufferId },
          ...configured,
        },
      };
    }),
    'kits.share': always('a kit', async (round) => {
      const { laboratoryId } = await db.run.findUniqueOrThrow({ where: { id: run.id } });
      const made = await db.kit.create({ data: { name: `Shared ${round} ${Math.random()}`, laboratoryId } });
      return { params: { kitId: made.id }, body: { reason: 'Tried for a year' } };
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
