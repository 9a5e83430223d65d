import type { KitDocument, KitOwner, KitStatus } from '@curvewell/domain';
import type { kitCalls } from '@curvewell/contracts';
import type { ReaderLimits } from '@curvewell/instruments';
import type { z } from 'zod';

import { recordAudit } from '../../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../../actor.ts';
import type { UploadedFile } from '../../../formats/uploaded-file.ts';
import { kitsNamed, type NamedKit, ownerDetails, ownerOfNew, ownerView } from '../owner/new-kit.ts';
import { addDiagnostics } from './add-diagnostics.ts';
import { documentIssues } from './document-check.ts';
import { namedAsHere } from './named-as-here.ts';
import { storeTemplates } from '../templates/kept-templates.ts';
import { readDocument, unreadable } from './read-document.ts';
import { kitSteps } from '../configuration/reading-steps.ts';
import { storeConfigurations, type PlacedConfiguration } from '../configuration/store-configurations.ts';
import { settingsColumns } from '../configuration/version-settings.ts';
import { storedSettingsSchema } from '../read/settings-of-row.ts';
import { nameTaken } from '../../../database/taken-name.ts';
import { warningsOfAll } from '../zones/zone-warnings.ts';

/**
 * Creates a kit version from an exported document. It keeps names, colours, channels and statuses that the kit has, and
 * adds missing ones. Warnings name words, letters and codes that differ, and each diagnostic that the kit has under
 * another name with the same code for the LIS. A version is never overwritten.
 *
 * @throws AppError `name-taken` for an existing version or a kit of the other owner, `locked` for a sample version of a
 * kit for patients, `forbidden`, `laboratory-required`, `unsupported-file`, `unreadable-file`
 */
export async function importKit(
  { db, readerLimits: limits }: { readonly db: Db; readonly readerLimits: ReaderLimits },
  actor: Caller,
  {
    files,
    versionName,
    owner,
    signal,
  }: {
    readonly files: readonly UploadedFile[];
    readonly versionName?: string | undefined;
    /** Omitted: that of the kit with the name. */
    readonly owner?: KitOwner | undefined;
    readonly signal: AbortSignal;
  },
): Promise<z.input<typeof kitCalls.importVersion.answer>> {
  const document = await readDocument(files, 'kit', { limits, signal });
  const name = files[0]?.name ?? '';
  const issues = documentIssues(document);
  if (issues.length > 0) throw unreadable(name, issues);

  return transaction({ db, actor, timeoutMs: IMPORT_TIMEOUT_MS }, async (tx) => {
    const version = versionName ?? document.version.version;
    const stored = await storeDocument(tx, actor, { document, version, owner, name });
    const { kit, kitVersionId, placed, kept, differences } = stored;
    const { tmShift = null, meltTemplates = null, ...settings } = stored.settings;
    await recordAudit(tx, actor, {
      action: 'kit.import',
      entity: 'kitVersion',
      entityId: kitVersionId,
      details: {
        ...settings,
        kit: kit.name,
        ...ownerDetails(kit.laboratoryId, actor),
        version,
        tmShift,
        meltTemplates,
        ...(kept.length > 0 && { keptTemplates: kept }),
        file: name,
        sha256: files[0]?.sha256 ?? null,
      },
    });
    const stepOf = await kitSteps(tx, { laboratoryId: actor.laboratory?.id ?? null, kitId: kit.id });
    const warnings = [
      ...differences,
      ...warningsOfAll(
        document.configurations.map((named, index) => ({ ...named, ...placedAt(placed, index) })),
        stepOf,
      ),
    ];
    const target = { id: kit.id, name: kit.name, owner: ownerView(kit.laboratoryId, actor) };
    return { kit: target, version, ...(warnings.length > 0 && { warnings }) };
  });
}

interface StoredDocument {
  readonly kit: NamedKit;
  readonly kitVersionId: string;
  /** In the order of the document. */
  readonly placed: readonly PlacedConfiguration[];
  /** Hashes of its templates. */
  readonly kept: readonly string[];
  /** Diagnostics that the kit has otherwise than the document, one sentence each. */
  readonly differences: readonly string[];
  /** The settings of the document, with the kit's names of diagnostics. */
  readonly settings: KitDocument['version'];
}

/**
 * Stores the version of a document without an audit entry of its own.
 *
 * @param document - without contradictions: see `documentIssues`
 * @param name - of the file, for errors
 * @throws AppError as `importKit`
 */
export async function storeDocument(
  tx: Tx,
  actor: Caller,
  {
    document: sent,
    version,
    owner,
    name,
  }: {
    readonly document: KitDocument;
    readonly version: string;
    readonly owner?: KitOwner | undefined;
    readonly name: string;
  },
): Promise<StoredDocument> {
  const analyserIds = await findAnalysers(tx, { document: sent, name });
  const kit = await findOrCreateKit(tx, actor, { ...sent.kit, owner });
  await refuseTakenVersion(tx, kit.id, version);
  const { document, merged } = await namedAsHere(tx, kit.id, sent);
  await addChannels(tx, kit.id, document);
  const { colors, differences } = await addDiagnostics(tx, kit.id, { document, name });
  await addStatuses(tx, kit.id, { document, analyserIds });
  const bufferIds = await addBuffers(tx, kit.id, document);
  const { validityStartDate, validityEndDate, isEditable, outsideDiagnostic } = document.version;
  const { id: kitVersionId } = await tx.kitVersion.create({
    data: {
      kitId: kit.id,
      version,
      isEditable,
      validityStartDate: asDay(validityStartDate),
      validityEndDate: asDay(validityEndDate),
      ...settingsColumns({
        ...storedSettingsSchema.parse({ ...ALL_OFF, ...document.version }),
        outsideDiagnostic: outsideDiagnostic === null ? null : known(colors, outsideDiagnostic),
      }),
    },
    select: { id: true },
  });
  const placed = document.configurations.map(
    ({ analyser, reactionBuffer, channels }): PlacedConfiguration => ({
      kitVersionId,
      analyserId: known(analyserIds, analyser),
      reactionBufferId: known(bufferIds, reactionBuffer),
      channels,
    }),
  );
  refuseRepeated(placed, { document, name });
  await storeConfigurations(tx, placed, colors);
  const templates = placed.flatMap(({ channels, ...place }) =>
    channels.flatMap(({ keptTemplates = [] }) => keptTemplates.map((template) => ({ place, template }))),
  );
  await storeTemplates(tx, actor, templates);
  return {
    kit,
    kitVersionId,
    placed,
    kept: templates.map(({ template }) => template.sha256),
    differences: [...merged, ...differences],
    settings: document.version,
  };
}

/** A document omits the settings that are off. */
const ALL_OFF = Object.fromEntries(Object.keys(storedSettingsSchema.shape).map((name) => [name, null]));

/** The stored configuration at an index of the document. */
function placedAt(placed: readonly PlacedConfiguration[], index: number) {
  const place = placed[index];
  if (place === undefined) throw new Error('a configuration was not stored');
  return { analyserId: place.analyserId, reactionBufferId: place.reactionBufferId };
}

/** A kit with every analyser and buffer has some thousand rows. */
const IMPORT_TIMEOUT_MS = 20_000;

/** Refuses configurations whose names differ in case only. */
function refuseRepeated(
  placed: readonly PlacedConfiguration[],
  { document, name }: { readonly document: KitDocument; readonly name: string },
): void {
  const pairs = placed.map(({ analyserId, reactionBufferId }) => `${analyserId} ${reactionBufferId}`);
  const issues = document.configurations.flatMap(({ analyser, reactionBuffer }, index) =>
    pairs.indexOf(pairs[index] ?? '') < index
      ? { path: ['configurations', index], message: `${analyser} with ${reactionBuffer} occurs twice` }
      : [],
  );
  if (issues.length > 0) throw unreadable(name, issues);
}

/** The analysers of a document by name. They belong to the installation and are not imported. */
async function findAnalysers(
  tx: Tx,
  { document, name }: { readonly document: KitDocument; readonly name: string },
): Promise<ReadonlyMap<string, string>> {
  const names = document.configurations.map(({ analyser }) => analyser);
  const rows = await tx.$queryRaw<{ id: string; name: string }[]>`
    SELECT DISTINCT n AS name, a.id FROM unnest(${names}::text[]) AS n JOIN analyser a ON lower(a.name) = lower(n)`;
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  const issues = document.configurations.flatMap(({ analyser }, index) =>
    ids.has(analyser)
      ? []
      : {
          path: ['configurations', index, 'analyser'],
          message: `the analyser ${analyser} does not exist here`,
        },
  );
  if (issues.length > 0) throw unreadable(name, issues);
  return ids;
}

interface KitToFind extends Pick<KitDocument['kit'], 'name' | 'sample'> {
  readonly owner: KitOwner | undefined;
}

/**
 * Finds a kit that the caller sees by name, ignoring case, and locks it until the transaction ends. That of the
 * laboratory comes first, unless another owner is wanted.
 *
 * @throws AppError `locked` when a sample version would be added to a kit for patients, `name-taken` when only the
 * other owner has a kit of the name, and for a new one as `ownerOfNew`
 */
async function findOrCreateKit(tx: Tx, actor: Caller, { name, sample, owner }: KitToFind): Promise<NamedKit> {
  const isSample = sample === true;
  const isWanted = ({ laboratoryId }: NamedKit) =>
    owner === undefined || (laboratoryId === null ? 'all' : 'laboratory') === owner;
  const seen = await kitsNamed(tx, actor, name);
  if (seen.length === 0) {
    // Another import may add it at the same time.
    await tx.$executeRaw`INSERT INTO kit (id, name, sample, laboratory_id)
      VALUES (new_id(), ${name}, ${isSample}, ${ownerOfNew(actor, owner)}::uuid) ON CONFLICT DO NOTHING`;
    seen.push(...(await kitsNamed(tx, actor, name)));
  }
  const kit = seen.find(isWanted);
  if (kit === undefined) throw nameTaken('Kit', name);
  if (isSample && !kit.sample)
    throw new AppError(
      'locked',
      `${kit.name} is a kit for patients: a version of a sample kit cannot be added to it.`,
    );
  return kit;
}

async function refuseTakenVersion(tx: Tx, kitId: string, version: string): Promise<void> {
  const same = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM kit_version WHERE kit_id = ${kitId}::uuid AND lower(version) = lower(${version})`;
  if (same.length > 0) throw nameTaken('Kit Version', version);
}

async function addChannels(tx: Tx, kitId: string, { kit }: KitDocument): Promise<void> {
  await tx.kitChannel.createMany({
    data: kit.channels.map(({ channel, label }) => ({ kitId, channel, label })),
    skipDuplicates: true,
  });
}

interface Statuses {
  readonly document: KitDocument;
  readonly analyserIds: ReadonlyMap<string, string>;
}

async function addStatuses(tx: Tx, kitId: string, { document, analyserIds }: Statuses): Promise<void> {
  const statuses = new Map<string, KitStatus>(
    document.configurations.map(({ analyser, status }) => [known(analyserIds, analyser), status]),
  );
  await tx.kitAnalyser.createMany({
    data: [...statuses].map(([analyserId, status]) => ({ kitId, analyserId, status })),
    skipDuplicates: true,
  });
}

/** Reaction buffers are shared by all kits and identified by name. */
async function addBuffers(
  tx: Tx,
  kitId: string,
  document: KitDocument,
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(document.configurations.map(({ reactionBuffer }) => reactionBuffer))];
  await tx.$executeRaw`
    INSERT INTO reaction_buffer (id, name) SELECT new_id(), n FROM unnest(${names}::text[]) AS n
    ON CONFLICT (lower(name)) DO NOTHING`;
  const rows = await tx.$queryRaw<{ id: string; name: string }[]>`
    SELECT n AS name, b.id FROM unnest(${names}::text[]) AS n JOIN reaction_buffer b ON lower(b.name) = lower(n)`;
  await tx.kitReactionBuffer.createMany({
    data: rows.map(({ id }) => ({ kitId, reactionBufferId: id })),
    skipDuplicates: true,
  });
  return new Map(rows.map(({ id, name }) => [name, id]));
}

function known(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`${name} has no id`);
  return id;
}

const asDay = (day: string | null) => (day === null ? null : new Date(`${day}T00:00:00Z`));
