import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { PlateType, Run } from '@curvewell/domain';
import { generateCfxXlsx, syntheticRun, syntheticWells } from '@curvewell/instruments/generate';

import { systemClock } from '../src/clock.ts';
import { openDatabase, type Db } from '../src/database/db.ts';
import { startEmbeddedPostgres } from '../src/standalone/postgres.ts';
import { createActor } from '../src/features/identity/index.ts';
import { interpretRun, startAnalysisWorkers } from '../src/features/interpretation/index.ts';
import { importRun, updateRun } from '../src/features/runs/index.ts';
import { migrate } from '../src/upgrade/migrations.ts';
import { preparing } from '../src/upgrade/preparing.ts';
import { seedReferenceData } from '../src/seed/index.ts';
import { seedDemoPeople } from '../src/standalone/demo/index.ts';
import { configuration } from '../test/run-factory.ts';
import { TEST_PASSWORD } from '../test/sign-in.ts';

const ANALYSER = { RECTANGULAR_96: 'Bio-Rad CFX96', RECTANGULAR_384: 'Bio-Rad CFX384' } as const;
const CHANNELS = ['FAM', 'TEXAS_RED'] as const;

export interface BenchDatabase {
  readonly url: string;
  /** For files of the measurement. */
  readonly folder: string;
  readonly db: Db;
  /** Creates a run with two channels, both phases and all wells configured. */
  readonly makeRun: (plate: {
    readonly plateType: PlateType;
    readonly isInterpreted: boolean;
  }) => Promise<Run>;
  /** Copies the run for lists, each copy with the kits and lots of the original. */
  readonly copyRun: (runId: string, count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Kept {
  readonly settings?: readonly string[];
  /** Where the database is kept for further measurements; omitted: a folder that `close` removes. */
  readonly keptFolder?: string | undefined;
}

/** A database with the demo laboratories on a separate PostgreSQL, which writes to disk as in use. */
export async function startBenchDatabase({ settings = [], keptFolder }: Kept = {}): Promise<BenchDatabase> {
  const folder = keptFolder ?? (await mkdtemp(path.join(tmpdir(), 'curvewell-bench-')));
  await mkdir(folder, { recursive: true });
  // The account of the database server must be able to traverse the folder.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDirectory: path.join(folder, 'postgres'), settings });
  await preparing(postgres.url, (client) => migrate(client));
  const db = openDatabase(postgres.url);
  if ((await db.laboratory.count()) === 0) {
    await seedReferenceData(db);
    await seedDemoPeople(db, TEST_PASSWORD);
  }
  return {
    url: postgres.url,
    folder,
    db,
    makeRun: (plate) => makeRun(db, { folder, ...plate }),
    copyRun: async (runId, count) => {
      for (let copy = 0; copy < count; copy++) await copyRun(db, runId);
      await db.$executeRaw`UPDATE run_counter c SET last_business_id = (SELECT max(business_id) FROM run r WHERE r.laboratory_id = c.laboratory_id)
        WHERE EXISTS (SELECT FROM run r WHERE r.laboratory_id = c.laboratory_id)`;
    },
    close: async () => {
      await db.$disconnect();
      await postgres.stop();
      if (keptFolder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Plate {
  readonly folder: string;
  readonly plateType: PlateType;
  readonly isInterpreted: boolean;
}

export async function makeRun(db: Db, { folder, plateType, isInterpreted }: Plate): Promise<Run> {
  const user = await db.appUser.findUniqueOrThrow({
    where: { login: 'tech' },
    include: { laboratory: true },
  });
  if (user.laboratory === null) throw new Error('the technician has a laboratory');
  const actor = { ...createActor(user, []), laboratory: user.laboratory, requestId: 'bench' };
  const { id: analyserId } = await db.analyser.findUniqueOrThrow({ where: { name: ANALYSER[plateType] } });

  const analysisWorkers = startAnalysisWorkers();
  const dependencies = { db, clock: systemClock, analysisWorkers };
  try {
    const files = [await plateFile(folder, plateType)];
    const imported = await importRun(dependencies, actor, { analyserId, files });
    const body = await configuration(db, imported);
    const set = await updateRun(dependencies, actor, { runId: imported.id, body });
    return isInterpreted ? await interpretRun(dependencies, actor, { runId: imported.id }) : set;
  } finally {
    await analysisWorkers.close();
  }
}

async function plateFile(folder: string, plateType: PlateType) {
  const [file] = await generateCfxXlsx(
    syntheticRun({
      plateType,
      channels: CHANNELS,
      seed: 1,
      noise: 2,
      wells: syntheticWells({ plateType, channels: CHANNELS, seed: 1 }),
      phases: ['MELT', 'ANNEAL'],
      temperature: { from: 40, to: 75, step: 0.2 },
    }),
  );
  if (file === undefined) throw new Error('the generator wrote no file');
  const { name, bytes } = file;
  const stored = path.join(folder, name);
  await writeFile(stored, bytes);
  return { path: stored, name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function copyRun(db: Db, runId: string): Promise<void> {
  await db.$executeRaw`
    WITH copy AS (
      INSERT INTO run (id, laboratory_id, business_id, plate_type, name, run_date, created_by_id, created_by_name,
        instrument_name, analyser_id, file_name, interpreted_by_id, interpreted_by_name, interpreted_at,
        kit_reaction_buffer, search_text, import_report)
      SELECT new_id(), laboratory_id, (SELECT max(business_id) + 1 FROM run), plate_type, name, run_date,
        created_by_id, created_by_name, instrument_name, analyser_id, file_name, interpreted_by_id, interpreted_by_name,
        interpreted_at, kit_reaction_buffer, search_text, import_report
      FROM run WHERE id = ${runId}::uuid RETURNING id
    ), used AS (
      INSERT INTO run_used_pair (run_id, laboratory_id, kit_version_id, reaction_buffer_id)
      SELECT copy.id, laboratory_id, kit_version_id, reaction_buffer_id FROM copy, run_used_pair
      WHERE run_id = ${runId}::uuid
    ), kit AS (
      INSERT INTO run_kit (id, run_id, laboratory_id, "order", kit_version_id, reaction_buffer_id)
      SELECT new_id(), copy.id, laboratory_id, "order", kit_version_id, reaction_buffer_id
      FROM copy, run_kit WHERE run_id = ${runId}::uuid RETURNING id, "order"
    )
    INSERT INTO run_kit_lot (run_kit_id, laboratory_id, lot_id, "order") SELECT kit.id, lot.laboratory_id, lot.lot_id, lot."order"
    FROM kit JOIN run_kit of ON of.run_id = ${runId}::uuid AND of."order" = kit."order"
      JOIN run_kit_lot lot ON lot.run_kit_id = of.id`;
}
