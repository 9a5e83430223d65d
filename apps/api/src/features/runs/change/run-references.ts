import type { UpdateRun } from '@curvewell/contracts';
import type { Issue } from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import type { KitViewer } from '../../../database/kit-scope.ts';
import { refuseIssues } from '../../../errors.ts';
import {
  idsOfWells,
  loadWellReferences,
  wellReferenceIssues,
  type WellReferences,
} from '../../plate/index.ts';

type KitRows = NonNullable<UpdateRun['kits']>;

/**
 * Checks that the references of a save exist and belong together. @throws AppError `invalid-request` that
 * lists every issue
 */
export async function checkReferences(tx: Tx, viewer: KitViewer, body: UpdateRun): Promise<void> {
  const { kits = [], analyses = [] } = body;
  const ids = idsOfWells(analyses.flatMap(({ wells }) => Object.values(wells)));
  const references = await loadWellReferences(tx, viewer, {
    versions: [...kits.map(({ kitVersion }) => kitVersion.id), ...ids.versions],
    lots: [...kits.flatMap(({ lots }) => lots.map(({ id }) => id)), ...ids.lots],
    diagnostics: ids.diagnostics,
  });
  refuseIssues(referenceIssues(body, references));
}

function referenceIssues({ kits = [], analyses = [] }: UpdateRun, references: WellReferences): Issue[] {
  return [
    ...kitIssues(kits, references),
    ...analyses.flatMap(({ wells, channel }) =>
      Object.entries(wells).flatMap(([position, well]) =>
        wellReferenceIssues(well, references).map(({ path, message }) => ({
          path: ['body', 'analyses', channel, 'wells', position, ...path],
          message,
        })),
      ),
    ),
  ];
}

/** Pasted lists, reports and results name a kit, so a plate has one kit of each name. */
function kitIssues(kits: KitRows, { versions, lots }: WellReferences): Issue[] {
  const kitIds = kits.map(({ kitVersion }) => versions.get(kitVersion.id)?.kitId);
  const names = kits.map(({ kitVersion }) => versions.get(kitVersion.id)?.kitName.toLowerCase());
  return kits.flatMap(({ kitVersion, reactionBuffer, lots: rowLots }, row) => {
    const version = versions.get(kitVersion.id);
    const path = (field: string) => ['body', 'kits', row, field];
    if (version === undefined)
      return [{ path: path('kitVersion'), message: 'This kit version does not exist.' }];
    const isOnce = kitIds.indexOf(version.kitId) === row;
    return [
      isOnce ? [] : [{ path: path('kitVersion'), message: 'A kit can be used in one row only.' }],
      !isOnce || names.indexOf(version.kitName.toLowerCase()) === row
        ? []
        : [{ path: path('kitVersion'), message: 'Another kit on the plate has this name.' }],
      reactionBuffer === null || version.bufferIds.has(reactionBuffer.id)
        ? []
        : [{ path: path('reactionBuffer'), message: 'This reaction buffer does not belong to the kit.' }],
      rowLots.every(({ id }) => lots.get(id) === kitVersion.id)
        ? []
        : [{ path: path('lots'), message: 'A lot does not belong to the kit version.' }],
    ].flat();
  });
}
