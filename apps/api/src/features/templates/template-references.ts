import type { saveTemplateSchema } from '@curvewell/contracts';
import { isOnPlate, type Issue } from '@curvewell/domain';
import type { z } from 'zod';

import type { Tx } from '../../database/db.ts';
import type { KitViewer } from '../../database/kit-scope.ts';
import { refuseIssues } from '../../errors.ts';
import { idsOfWells, loadWellReferences, wellReferenceIssues, type WellReferences } from '../plate/index.ts';

export type TemplateBody = z.output<typeof saveTemplateSchema>;

/**
 * Checks that references of the wells exist and belong together. @throws AppError `invalid-request` that
 * lists every issue
 */
export async function checkTemplate(
  tx: Tx,
  viewer: KitViewer,
  { wells, plateType }: TemplateBody,
): Promise<void> {
  // Templates do not refer to lots, which expire.
  const withoutLot = wells.map((well) => ({ ...well, lot: null }));
  const references = await loadWellReferences(tx, viewer, idsOfWells(withoutLot));
  refuseIssues(templateIssues({ wells: withoutLot, plateType }, references));
}

type TemplateWells = Pick<TemplateBody, 'plateType'> & {
  readonly wells: readonly (TemplateBody['wells'][number] & { readonly lot: null })[];
};

/**
 * Issues of a template: wells outside the plate or repeated, and references that do not exist or do not
 * belong together.
 */
function templateIssues({ wells, plateType }: TemplateWells, references: WellReferences): Issue[] {
  const named = new Set<string>();
  return wells.flatMap((well, index) => {
    const issues = wellReferenceIssues(well, references);
    const refusePosition = (message: string) => issues.push({ path: ['position'], message });
    const place = `${well.position} ${well.channel ?? ''}`;
    if (named.has(place)) refusePosition('This well occurs twice.');
    named.add(place);
    if (!isOnPlate(well.position, plateType)) refusePosition('The plate has no such well.');
    return issues.map(({ path, message }) => ({ path: ['body', 'wells', index, ...path], message }));
  });
}
