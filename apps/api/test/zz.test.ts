import { it } from 'vitest';
import pg from 'pg';
import { readFileSync, writeFileSync } from 'node:fs';
import { createTestDatabase } from './database.ts';
import { addManyRuns } from './many-runs.ts';
it('x', async () => {
  const { db, url, drop } = await createTestDatabase();
  const { id } = await db.laboratory.findFirstOrThrow();
  await addManyRuns(db, id, { live: 500, archived: 2000 });
  const c = new pg.Client({ connectionString: url });
  await c.connect();
  const sql = readFileSync('../../prisma/migrations/20261201200000_wells_as_one_value/migration.sql', 'utf8');
  const view = sql.slice(sql.indexOf('CREATE OR REPLACE VIEW run_subject'));
  await c.query(view.replace('CREATE OR REPLACE VIEW run_subject', 'CREATE VIEW old_subject').replace('FROM run_reference w', 'FROM earlier_well w').replace('FROM well w', 'FROM earlier_well w'));
  const out: string[] = [];
  for (const q of ['run_subject', 'old_subject', 'run_subject', 'old_subject']) {
    const { rows } = await c.query(`EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM ${q}`);
    out.push(q, rows.map((r) => Object.values(r)[0]).join('\n'), '=======');
  }
  writeFileSync('/tmp/explain.txt', out.join('\n'));
  await c.end();
  await drop();
}, 300000);
