import {
  type ChannelName,
  type KitOwner,
  starterCurves,
  starterKit,
  type StarterStart,
} from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { transaction } from '../../database/db.ts';
import { refuse, refuseIssues } from '../../errors.ts';
import { type AnalysisDependencies, runMelts } from '../interpretation/index.ts';
import { documentIssues, ownerDetails, refuseTakenKit, storeDocument } from '../kits/index.ts';
import { readRun } from '../runs/index.ts';

interface Wanted {
  readonly name: string;
  /** Omitted: the laboratory of the caller. */
  readonly owner?: KitOwner | undefined;
  readonly products: StarterStart;
  readonly reactionBuffer: string;
  readonly runId: string;
}

interface StarterPlace {
  readonly kitId: string;
  readonly versionId: string;
  readonly reactionBufferId: string;
  readonly analyserId: string;
  /** The channel of its zones. */
  readonly channel: ChannelName;
  /** Whether the peaks of the run show where the zones belong. */
  readonly isClear: boolean;
}

/**
 * Adds a kit whose zones lie on the peaks of a run of the caller's laboratory. It is not validated and has no lot, so
 * no run uses it before a person has looked at it.
 *
 * @throws AppError `not-found`, `name-taken`, `invalid-request` for a run without curves
 */
export async function createStarterKit(
  { db, analysisWorkers }: AnalysisDependencies,
  actor: LaboratoryCaller,
  { runId, ...wanted }: Wanted,
): Promise<StarterPlace> {
  const { analyserId } = await readRun(db, actor, { runId });
  const melts = await runMelts({ db, analysisWorkers }, actor, { runId });
  const started = starterCurves(melts, wanted.products);
  const channel = started?.curves[0]?.channel;
  if (started === null || channel === undefined) return refuse(['runId'], 'This run has no melting curves.');
  const { curves, isClear } = started;
  return transaction({ db, actor }, async (tx) => {
    // A starter kit never becomes a version of another kit.
    await refuseTakenKit(tx, actor, wanted.name);
    const { name: analyser } = await tx.analyser.findUniqueOrThrow({ where: { id: analyserId } });
    const document = starterKit({ ...wanted, start: wanted.products, analyser, curves });
    refuseIssues(documentIssues(document));
    const { version } = document.version;
    const stored = await storeDocument(tx, actor, {
      document,
      version,
      owner: wanted.owner ?? 'laboratory',
      name: wanted.name,
    });
    const [place] = stored.placed;
    if (place === undefined) throw new Error('a starter kit has settings');
    const { kitVersionId: versionId, reactionBufferId } = place;
    await recordAudit(tx, actor, {
      action: 'kit.start',
      entity: 'kitVersion',
      entityId: versionId,
      details: {
        kit: stored.kit.name,
        ...ownerDetails(stored.kit.laboratoryId, actor),
        version,
        products: wanted.products,
        reactionBuffer: wanted.reactionBuffer,
        analyser,
        runId,
        clearPeaks: isClear,
        diagnostics: document.kit.diagnostics,
        channels: document.configurations.flatMap(({ channels }) => channels),
      },
    });
    return {
      kitId: stored.kit.id,
      versionId,
      reactionBufferId,
      analyserId,
      channel,
      isClear,
    };
  });
}
