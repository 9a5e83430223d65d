import { randomUUID } from 'node:crypto';

import type { Run } from '@curvewell/domain';
import pg from 'pg';

import { grantToApplication } from '../../src/database/application-role.ts';
import { exportHeads } from '../../src/features/audit/index.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { decide, importedRun, interpretedRun, submit } from '../run-factory.ts';
import { UNOBSERVED } from '../unobserved.ts';

/**
 * The attacker: the owner of the database without triggers, the owner with triggers, or the product's own
 * role.
 */
export type Attacker = 'owner' | 'owner, rules on' | 'role';

export interface Attacked {
  /** The product, connected as a role that owns nothing. */
  readonly app: TestApp;
  readonly owners: TestApp;
  /** Values for `:rejected` and the other placeholders. */
  readonly names: Readonly<Record<'approved' | 'rejected' | 'waiting' | 'imported' | 'lab', string>>;
  readonly close: () => Promise<void>;
}

/** A product with runs of each kind, and exported heads. */
export async function attackedProduct(): Promise<Attacked> {
  const role = `attacker_${randomUUID().replaceAll('-', '')}`;
  const owners = await createTestApp();
  const owner = new pg.Client({ connectionString: owners.databaseUrl });
  await owner.connect();
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'application'`);
  await grantToApplication(owner, role);
  const url = owners.databaseUrl.replace(/\/\/[^@]+@/, `//${role}:application@`);
  const app = await createTestApp({ beside: { ...owners, databaseUrl: url } });
  const imported = await importedRun(app, { seed: 24 });
  const approved = await submittedRun(app, 21);
  await done(decide(app, approved.id));
  const rejected = await submittedRun(app, 22);
  await done(decide(app, rejected.id, { status: 'REJECTED' }));
  // Adds entries after the last signature, which only an exported head names.
  const waiting = await submittedRun(app, 23);
  const { clock, jobs, headFiles } = app.app;
  const { db, signer } = app;
  await exportHeads({ db, clock, signer, jobs, headPlaces: [headFiles], ...UNOBSERVED });
  return {
    app,
    owners,
    names: {
      approved: approved.id,
      rejected: rejected.id,
      waiting: waiting.id,
      imported: imported.id,
      lab: approved.laboratory.id,
    },
    close: async () => {
      await app.close();
      await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await owner.end();
      await owners.close();
    },
  };
}

/** A submitted run with an override and comments. */
async function submittedRun(app: TestApp, seed: number): Promise<Run> {
  const run = await interpretedRun(app, { seed });
  const well = run.analyses[0]?.wells['A1']?.id ?? '';
  const { id } = await app.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'HETEROZYGOUS', kit: { name: 'LCT-13910' } },
  });
  const override = { id, comment: 'Second peak is clear' };
  await done(app.call('tech', 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${well}`, override));
  await done(app.call('tech', 'POST', `/run/${run.id}/comment`, { value: 'Looked at twice.' }));
  const response = await app.call('tech', 'POST', `/run/${run.id}/well/${well}/comment`, { value: 'Fine.' });
  const [comment] = response.json<{ id: string }[]>();
  const edited = { value: 'A fine curve.' };
  await done(app.call('tech', 'PUT', `/run/${run.id}/comment/${comment?.id ?? ''}`, edited));
  await done(submit(app, run.id));
  return run;
}

async function done(call: ReturnType<TestApp['call']>): Promise<void> {
  const { statusCode, body } = await call;
  if (statusCode >= 300) throw new Error(body);
}
