import type { Config } from '../settings/config.ts';
import type { HealthPart } from '../http/health/health.ts';
import { startProbe, type Probe } from '../http/health/probe.ts';
import { migrationNames } from '../upgrade/migrations.ts';
import { upgradePart } from '../upgrade/upgrade-health.ts';
import { progressOf, WORKING_SESSION, type WorkingSession } from '../upgrade/working-session.ts';
import type { ObjectStore } from '../blobs/object-store.ts';
import type { Signer } from '../signing/signer.ts';

type Look = (signal: AbortSignal) => Promise<unknown>;

interface DatabaseAnswers {
  readonly answers: () => boolean;
  readonly query: (sql: string) => Promise<readonly Record<string, unknown>[]>;
}

interface Dependencies {
  readonly config: Pick<Config, 'identity' | 'role' | 'keyServer'>;
  readonly objects: Pick<ObjectStore, 'get'> | null;
  readonly signer: Pick<Signer, 'look' | 'heads'>;
  readonly database: DatabaseAnswers;
  readonly analysisWorkers: { readonly isUp: () => boolean };
  /** Called with the reason when a part fails or fails for another reason, and with null when it works again. */
  readonly onChange: (part: string, reason: string | null) => void;
  readonly everyMs?: number;
  readonly answerMs?: number;
}

interface HealthParts {
  readonly parts: Readonly<Record<string, HealthPart>>;
  readonly close: () => Promise<unknown>;
}

/** Frequent, because it uses an existing connection. */
const MIGRATIONS_EVERY_MS = 1_000;

const stateOf = (isOk: boolean) => (isOk ? 'ok' : 'failed');

/**
 * Watches every service that the product depends on; docs/maintenance.md lists them. @returns after the first
 * check
 */
export async function watchParts({
  config,
  objects,
  signer,
  database,
  analysisWorkers,
  onChange,
  ...times
}: Dependencies): Promise<HealthParts> {
  const watched = (part: string, look: Look | null, more: { readonly everyMs?: number } = {}) =>
    look === null
      ? null
      : startProbe({
          look,
          ...more,
          ...times,
          onChange: (reason) => onChange(part, reason),
        });
  let upgrade: string | null = null;
  async function lookAtMigrations(): Promise<void> {
    if (!database.answers()) return; // reported as the failure of the database
    upgrade = await runningUpgrade(database);
    await requireNoPendingMigrations(database);
  }
  const usesProvider = config.role !== 'worker' && !config.identity.isEmbedded;
  let isCopy = false;
  let isRolledBack = false;
  const lookAtInstallation = async () => {
    if (!database.answers()) return;
    ({ isCopy, isRolledBack } = await installationState(database));
  };
  const lookAtChanges = async () => {
    if (!database.answers()) return;
    await requireChanges(database);
  };
  const lookAtKeys = () => Promise.all([signer.look(), signer.heads.look()]);
  const [migrations, provider, store, keyServer, installation, changes] = await Promise.all([
    watched('migrations', lookAtMigrations, { everyMs: MIGRATIONS_EVERY_MS }),
    watched('identity provider', usesProvider ? (signal) => requireProvider(config.identity, signal) : null),
    watched('object store', objects === null ? null : () => objects.get(NO_KEY)),
    watched('key server', config.keyServer === null ? null : lookAtKeys),
    watched('installation', lookAtInstallation, { everyMs: MIGRATIONS_EVERY_MS }),
    watched('changes of the database', lookAtChanges, { everyMs: MIGRATIONS_EVERY_MS }),
  ]);
  const probed = (probe: Probe | null) => () => (probe === null ? 'not used' : stateOf(probe.isOk()));
  return {
    parts: {
      database: {
        state: () => stateOf(database.answers() && changes?.isOk() !== false),
        isRequired: true,
        ifAway: 'Nothing can be changed. If it does not respond, nothing can be read either.',
      },
      migrations: {
        state: probed(migrations),
        isRequired: true,
        ifAway: 'The database is older than this program: run migrate.',
      },
      upgrade: {
        ...upgradePart(() => upgrade, false),
        ifAway: 'Another process is upgrading the database. This process continues its work.',
      },
      workers: {
        state: () => stateOf(analysisWorkers.isUp()),
        isRequired: true,
        ifAway: 'No run can be interpreted.',
      },
      identityProvider: {
        state: probed(provider),
        isRequired: false,
        ifAway: 'Nobody can sign in. Signed-in users can continue until their access token expires.',
      },
      objectStore: {
        state: probed(store),
        isRequired: false,
        ifAway:
          'Files cannot be imported, and curves and original files cannot be read: no run can be interpreted or approved. Everything else works.',
      },
      keyServer: {
        state: probed(keyServer),
        isRequired: false,
        ifAway:
          'Runs cannot be approved or rejected, and audit heads cannot be signed. Everything else works.',
      },
      installation: {
        state: () => (isRolledBack ? 'rolled back' : isCopy ? 'restored copy' : probed(installation)()),
        isRequired: false,
        ifAway:
          'In a restored copy, deliveries, e-mails, backups and purges are paused until “admin confirm-restored”. If the database was rolled back, runs cannot be decided or sent until “admin confirm-rolled-back”.',
      },
    },
    close: () =>
      Promise.all(
        [migrations, provider, store, keyServer, installation, changes].map(async (probe) => probe?.close()),
      ),
  };
}

/** An object that never exists; a working store answers so. */
const NO_KEY = 'health';

/** @returns the progress of an upgrade by another process; null: none */
async function runningUpgrade({ query }: DatabaseAnswers): Promise<string | null> {
  const [working] = await query(WORKING_SESSION);
  return working === undefined ? null : progressOf(working as unknown as WorkingSession);
}

async function requireNoPendingMigrations({ query }: DatabaseAnswers): Promise<void> {
  const rows = await query(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const done = new Set(rows.map(({ migration_name: name }) => name));
  const pending = (await migrationNames()).filter((name) => !done.has(name));
  if (pending.length > 0) throw new Error(`Not applied: ${pending.join(', ')}`);
}

/** @throws Error for a standby, and for a server or an account that was set to read only, as some are with a full disk */
async function requireChanges({ query }: DatabaseAnswers): Promise<void> {
  const [row] = await query(`SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`);
  if (row?.['isReadOnly'] === true) throw new Error('The database is read-only: it accepts no changes.');
}

async function installationState({ query }: DatabaseAnswers) {
  const [row] = await query(
    'SELECT restored_at IS NOT NULL AS "isCopy", rolled_back_at IS NOT NULL AS "isRolledBack" FROM installation',
  );
  return { isCopy: row?.['isCopy'] === true, isRolledBack: row?.['isRolledBack'] === true };
}

/**
 * Checks that its keys are available and, where browsers use the same address, that its issuer is the one in
 * tokens.
 */
async function requireProvider(
  { internalUrl, internalBase, url, issuer }: Config['identity'],
  signal: AbortSignal,
): Promise<void> {
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${internalUrl}${path}`, { signal, redirect: 'error' });
    if (!answer.ok) throw new Error(`${internalUrl}${path} answers ${answer.status}.`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { keys } = await read('/protocol/openid-connect/certs');
  if (!Array.isArray(keys) || keys.length === 0) throw new Error(`${internalUrl} has no keys.`);
  if (internalBase !== url) return;
  const { issuer: named } = await read('/.well-known/openid-configuration');
  if (named !== issuer) throw new Error(`The issuer at ${internalUrl} differs from OIDC_URL.`);
}
