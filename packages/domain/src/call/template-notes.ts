import type { CalledWell } from './interpretation.ts';
import { keptFromText, type UsedTemplate } from '../settings/melt-templates.ts';
import { comparePositions } from '../plate/plate.ts';
import type { RunDoubts } from '../run/run-check.ts';
import type { Well } from '../run/run.ts';

interface ComparedWell {
  readonly well: Pick<Well, 'kitVersion' | 'reactionBuffer' | 'channel' | 'position'>;
  readonly called: Pick<CalledWell, 'explanation'>;
}

/** Which targets of a plate have a template, and from where; no note for kits without templates. */
export function templateNotes(wells: readonly ComparedWell[]): RunDoubts['plate'] {
  const assays = Map.groupBy(wells, ({ well: { kitVersion, reactionBuffer, channel } }) =>
    JSON.stringify([kitVersion?.id, reactionBuffer?.id, channel]),
  );
  return [...assays.values()].flatMap((ofAssay) => {
    const used = ofAssay.flatMap(({ called }) => called.explanation.templates ?? []);
    const [first] = ofAssay;
    if (first === undefined || used.length === 0) return [];
    const { kitVersion, channel } = first.well;
    const kit = kitVersion === null ? '' : `${kitVersion.kit.name} ${kitVersion.version}, `;
    const bare = ofAssay.filter(({ called }) =>
      (called.explanation.templates ?? []).some(({ shape }) => shape === null),
    );
    return [
      {
        text: `${kit}${channel}: Templates: ${targetsText(used)}`,
        positions: bare.map(({ well }) => well.position).sort(comparePositions),
      },
    ];
  });
}

/**
 * “A (MELT) from 12 wells of the plate; none of B (MELT), C (MELT)”: counted targets of the plate, by zone
 * and phase.
 */
function targetsText(used: readonly UsedTemplate[]): string {
  const targets = [...Map.groupBy(used, ({ phase, zone }) => `${zone} (${phase})`)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const sources = targets.flatMap(([name, ofTarget]) => sourceText(name, ofTarget) ?? []);
  const bare = targets.flatMap(([name, ofTarget]) => (sourceText(name, ofTarget) === null ? [name] : []));
  return [...sources, ...(bare.length > 0 ? [`none of ${bare.join(', ')}`] : [])].join('; ');
}

/** From the well with the most other wells; null: no template. */
function sourceText(name: string, ofTarget: readonly UsedTemplate[]): string | null {
  const shaped = ofTarget.filter(({ shape }) => shape !== null);
  const [one] = shaped.toSorted((a, b) => b.wells - a.wells);
  if (one === undefined) return null;
  const wells = one.wells + (one.teaches ? 1 : 0);
  return one.kept === undefined
    ? `${name} from ${wells} wells of the plate`
    : `${name} stored with the kit, ${keptFromText(one.kept)}`;
}
