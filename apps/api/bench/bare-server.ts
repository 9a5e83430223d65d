/**
 * The least that an answer costs: Fastify alone, the same rows read and written with `pg` alone, the same bytes. What
 * it does is in the file `WORK`.
 */
import { plateAnalyse } from '@curvewell/analysis';
import { fastify } from 'fastify';
import pg from 'pg';

import { drawCurves } from './bare-curves.ts';
import { readWork } from './bare-work.ts';

const { PORT, DATABASE_URL, WORK = '' } = process.env;
const { routes, curves, interpretation } = readWork(WORK);
const pool = new pg.Pool({ connectionString: DATABASE_URL, options: '-c timezone=UTC' });
const app = fastify();

app.get('/health/live', () => ({ status: 'live' }));
for (const { path, statements, answer } of routes) {
  const body = Buffer.from(answer.body);
  app.get(path, async (_request, reply) => {
    for (const { text, values } of statements) await pool.query(text, [...values]);
    return reply.status(answer.status).headers(answer.headers).send(body);
  });
}
app.get('/pdf', async (_request, reply) => reply.type('application/pdf').send(await drawCurves(curves)));
app.get('/interpret', async () => {
  const calls = plateAnalyse({ assays: interpretation.assays });
  const client = await pool.connect();
  try {
    // What was written stands already: it makes room, is written again, and nothing of it stays.
    await client.query('BEGIN');
    await client.query('DELETE FROM interpretation WHERE run_id = $1', [interpretation.runId]);
    for (const { text, values } of interpretation.writes) await client.query(text, [...values]);
    await client.query('ROLLBACK');
  } finally {
    client.release();
  }
  return { wells: calls.reduce((sum, ofAssay) => sum + ofAssay.length, 0) };
});

await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.once('SIGTERM', () => {
  void app.close().then(() => pool.end());
});
