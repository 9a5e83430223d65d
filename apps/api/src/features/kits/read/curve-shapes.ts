import { type CurveShapes, curveShapesSchema } from '@curvewell/domain';

import type { KitVersion } from '../../../generated/prisma/client.ts';

/** The regions and references of a stored version; null: shapes of curves are not compared. */
export const curveShapesOf = ({ curveShapes }: Pick<KitVersion, 'curveShapes'>): CurveShapes | null =>
  curveShapes === null ? null : curveShapesSchema.parse(curveShapes);
