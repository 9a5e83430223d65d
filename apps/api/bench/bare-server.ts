/**
 * The minimum cost of an answer: Fastify alone reads and writes the same rows with `pg` and sends the same
 * bytes. The file `WORK` contains the work.
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
    // The rows already exist: they are deleted, inserted again, and the transaction is rolled back.
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
