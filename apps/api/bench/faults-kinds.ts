import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { migrate, MIGRATIONS_FOLDER } from '../src/upgrade/migrations.ts';
import { preparing } from '../src/upgrade/preparing.ts';
import type { Faults } from '../test/file-server.ts';
import type { FaultsProduct } from './faults-product.ts';

const AWAY_MS = 2_000;
const HELD_MS = 6_000;
const JUMP_MS = 40 * 60_000;
const LONGEST_MIGRATION_MS = 400;

/** Injects a fault and repairs it. `random` is between 0 and 1. */
type Fault = (product: FaultsProduct, random: () => number) => Promise<void>;

export const KINDS: Readonly<Record<string, Fault>> = {
  'api killed': async (product) => {
    await product.kill('api');
    await product.start('api');
  },
  'worker killed': async (product) => {
    await product.kill('worker');
    await product.start('worker');
  },
  'both killed': async (product) => {
    await Promise.all([product.kill('api'), product.kill('worker')]);
    await Promise.all([product.start('api'), product.start('worker')]);
  },
  'PostgreSQL stopped fast': (product, random) => restarted(product, 'SIGINT', random),
  'PostgreSQL stopped at once': (product, random) => restarted(product, 'SIGQUIT', random),
  'PostgreSQL killed': (product, random) => restarted(product, 'SIGKILL', random),
  'PostgreSQL held': async (product) => {
    product.signalDatabase('SIGSTOP');
    await sleep(HELD_MS);
    product.signalDatabase('SIGCONT');
  },
  'connections cut': (product, random) =>
    asOwner(product, async (owner) => {
      for (let cut = 0; cut < 5; cut++) {
        await owner.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        await sleep(random() * 400);
      }
    }),
  'connections used up': async (product) => {
    const taken: pg.Client[] = [];
    for (let one = await connected(product); one !== null; one = await connected(product)) taken.push(one);
    await sleep(AWAY_MS);
    await Promise.all(taken.map((one) => one.end()));
  },
  'disk full': async (product) => {
    product.disk?.fill();
    await sleep(AWAY_MS);
    product.disk?.empty();
    // A failed write may have stopped the server; it is restarted as by its supervisor.
    if (!product.isDatabaseUp()) await product.startDatabase();
  },
  'clock set on': (product) => jumped(product, JUMP_MS),
  'clock set back': (product) => jumped(product, -JUMP_MS),
  'file server drops files': (product) => failFileServer(product, { dropsFile: true }),
  'file server stands': (product) => failFileServer(product, { stands: 'file' }),
  'file server full': (product) => failFileServer(product, { isFull: true }),
  'migration killed, former version beside': migratedBeside,
};

/** The kinds that this machine supports. */
export const kindsOf = ({ disk }: FaultsProduct): readonly string[] =>
  Object.keys(KINDS).filter((name) => name !== 'disk full' || disk !== null);

async function restarted(
  product: FaultsProduct,
  signal: NodeJS.Signals,
  random: () => number,
): Promise<void> {
  await product.endDatabase(signal);
  await sleep(AWAY_MS * random());
  await product.startDatabase();
}

async function jumped(product: FaultsProduct, byMs: number): Promise<void> {
  product.shiftClocks(byMs);
  await sleep(AWAY_MS);
  product.shiftClocks(0);
}

async function failFileServer({ fileServer }: FaultsProduct, faults: Faults): Promise<void> {
  fileServer.faults = faults;
  await sleep(AWAY_MS);
  fileServer.faults = {};
}

async function connected({ databaseUrl }: FaultsProduct): Promise<pg.Client | null> {
  const one = new pg.Client({ connectionString: databaseUrl });
  one.on('error', () => undefined);
  return one.connect().then(
    () => one,
    () => null,
  );
}

async function asOwner(product: FaultsProduct, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: product.databaseUrl });
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}

const LATER = '29990101000000_later';

/**
 * A later version migrates, is killed during the migration and repeats it while this version runs; then the
 * migration is undone.
 */
async function migratedBeside(product: FaultsProduct, random: () => number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-later-'));
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  await mkdir(path.join(folder, LATER));
  await writeFile(
    path.join(folder, LATER, 'migration.sql'),
    `ALTER TABLE run ADD COLUMN later text; ALTER TABLE comment ADD COLUMN later text;
     CREATE TABLE later (id int); SELECT pg_sleep(0.2);`,
  );
  const migrated = (isKilled: boolean) =>
    preparing(product.databaseUrl, async (client) => {
      if (isKilled) {
        const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        void sleep(random() * LONGEST_MIGRATION_MS).then(() =>
          asOwner(product, async (owner) => {
            await owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
          }),
        );
      }
      return migrate(client, { folder });
    });
  await migrated(true).catch(() => undefined);
  await migrated(false);
  await asOwner(product, async (owner) => {
    await owner.query(`ALTER TABLE run DROP COLUMN later; ALTER TABLE comment DROP COLUMN later; DROP TABLE later;
      DELETE FROM _prisma_migrations WHERE migration_name = '${LATER}'`);
  });
  await rm(folder, { recursive: true });
}
