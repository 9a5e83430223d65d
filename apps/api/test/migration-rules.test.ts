import { expect, it } from 'vitest';

import { FORMER_FOLDER, MIGRATIONS_FOLDER, readMigrations, SQUASHED } from '../src/upgrade/migrations.ts';
import { GRADUAL } from '../src/upgrade/gradual.ts';
import { BASELINE, migrationFaults } from './migration-rules.ts';

it('OPS-390 no migration after release 0.1.0 locks a large table for long', async () => {
  const former = await readMigrations(FORMER_FOLDER);
  const since = former.findIndex(({ name }) => name === BASELINE) + 1;
  expect(since).toBeGreaterThan(0);
  // The squashed migration never runs on a database with rows.
  const later = (await readMigrations(MIGRATIONS_FOLDER)).filter(({ name }) => name !== SQUASHED);
  expect(migrationFaults(former.slice(0, since), [...former.slice(since), ...later])).toEqual([]);
});

it('OPS-390 earlier ones that did are applied in another way', async () => {
  const former = await readMigrations(FORMER_FOLDER);
  const gradual = former.filter(({ name }) => name in GRADUAL);
  const faulty = migrationFaults([], gradual);
  expect(new Set(faulty.map((fault) => fault.split(':')[0]))).toEqual(
    new Set(gradual.map(({ name }) => name)),
  );
});

const faultsOf = (...sql: string[]) =>
  migrationFaults(
    [],
    sql.map((text, index) => ({ name: String(index), sql: text })),
  );

it.each([
  'CREATE INDEX "a_idx" ON "run" ("name")',
  'CREATE UNIQUE INDEX "a_key" ON "run" ("name")',
  'DROP INDEX "run_live_status_idx"',
  'CREATE INDEX CONCURRENTLY "a_idx" ON "run" ("name"); ALTER TABLE "run" ADD COLUMN "a" TEXT',
  'ALTER TABLE "run" ADD CONSTRAINT "a_fkey" FOREIGN KEY ("a") REFERENCES "lot"("id") ON DELETE CASCADE',
  'ALTER TABLE "run" ADD CONSTRAINT "a_check" CHECK ("a" > 0)',
  'ALTER TABLE "run" ADD CONSTRAINT "a_key" UNIQUE ("a")',
  'ALTER TABLE "run" ADD COLUMN "a" UUID REFERENCES "lot"("id")',
  'ALTER TABLE "run" ALTER COLUMN "name" TYPE VARCHAR(200)',
  'ALTER TABLE "run" ALTER COLUMN "name" SET DATA TYPE VARCHAR(200)',
  'ALTER TABLE "run" ADD COLUMN "a" UUID NOT NULL DEFAULT gen_random_uuid()',
  'ALTER TABLE "run" ADD COLUMN "a" BIGSERIAL',
  'ALTER TABLE "run" ALTER COLUMN "plate_id" SET NOT NULL',
  'UPDATE "run" SET "name" = lower("name")',
  "/* all */ DELETE FROM audit_event WHERE action = 'x;y'",
  'WITH old AS (SELECT id FROM run) UPDATE run SET name = old.id FROM old',
  'DO $$ BEGIN UPDATE run SET name = name; END $$',
  'INSERT INTO "delivery" SELECT * FROM "delivery"',
  'LOCK TABLE run',
  'ALTER TABLE "run" DROP COLUMN "name"',
  'ALTER TABLE "run" RENAME COLUMN "name" TO "title"',
  'DROP TABLE "delivery"',
  'ALTER TABLE "run" RENAME TO "former_run"',
  'ALTER TABLE "run" RENAME TO "former_run"; CREATE VIEW run AS SELECT * FROM former_run',
  `ALTER TABLE "run" ADD CONSTRAINT "a" CHECK ("x" > 0) NOT VALID; ALTER TABLE "run" VALIDATE CONSTRAINT "a"`,
])('OPS-390 refused: %s', (sql) => {
  expect(faultsOf(`-- A reason.\n${sql};\n`)).toHaveLength(1);
});

it.each([
  'CREATE INDEX CONCURRENTLY "a_idx" ON "run" ("name")',
  'CREATE INDEX "a_idx" ON "kit" ("name")',
  'DROP INDEX audit_event_a_idx',
  'CREATE TABLE "new" ("id" UUID NOT NULL); CREATE INDEX "new_idx" ON "new" ("id"); INSERT INTO "new" DEFAULT VALUES',
  'ALTER TABLE "run" ADD COLUMN "a" TEXT NOT NULL DEFAULT \'\', ADD COLUMN "b" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[]',
  'ALTER TABLE "run" ADD CONSTRAINT "a_check" CHECK ("a" > 0) NOT VALID',
  'ALTER TABLE "run" RENAME CONSTRAINT "a_fkey_new" TO "a_fkey"',
  'UPDATE "kit" SET "name" = \'CREATE INDEX x; UPDATE run\'',
  `ALTER TABLE "run" RENAME TO "former_run";
CREATE VIEW run AS SELECT * FROM former_run;
CREATE TRIGGER a INSTEAD OF INSERT OR UPDATE OR DELETE ON run FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  '-- Contract: nothing since 0.2.0 uses it.\nALTER TABLE "run" DROP COLUMN "a"',
  "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN UPDATE run SET name = ''; END $f$",
])('OPS-390 accepted: %s', (sql) => {
  expect(faultsOf(`${sql};\n`)).toEqual([]);
});

it('OPS-390 a column is made not null in steps, after that was proved', () => {
  const steps = [
    'ALTER TABLE "run" ADD CONSTRAINT "a" CHECK ("plate_id" IS NOT NULL) NOT VALID;',
    'ALTER TABLE "run" VALIDATE CONSTRAINT "a";',
    'ALTER TABLE "run" ALTER COLUMN "plate_id" SET NOT NULL;',
  ];
  expect(faultsOf(...steps)).toEqual([]);
  expect(faultsOf(...steps.toSpliced(1, 1))).toHaveLength(1);
  expect(faultsOf(...steps.slice(1))).toHaveLength(1);
  const [added = '', validated = '', required = ''] = steps;
  const dropped = 'ALTER TABLE "run" DROP CONSTRAINT "a";';
  expect(faultsOf(added, validated, required + dropped)).toEqual([]);
  const inOne = required.replace(';', ', DROP CONSTRAINT "a";');
  expect(faultsOf(added, validated, inOne)).toHaveLength(1);
});
