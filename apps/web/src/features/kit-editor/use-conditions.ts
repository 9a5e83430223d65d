import { type ChannelName, curveShapeOf, type ExpressionSettings } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { kitQueries } from '../../data/kits.ts';
import { operandsByPhase, shapeConditions } from './draft/conditions.ts';
import type { KitDraft } from './draft/kit-draft.ts';

const NONE: readonly ExpressionSettings[] = [];

/** The possible conditions of a channel: comparisons of its zones, and the shape beside its references. */
export function useConditions(draft: KitDraft, channel: ChannelName): readonly ExpressionSettings[] {
  const { data = NONE } = useQuery(kitQueries.expressions(operandsByPhase(draft[channel].phases)));
  const { curveShapes } = draft.version;
  return useMemo(
    () => [...data, ...shapeConditions(curveShapeOf(curveShapes, channel)?.references ?? [])],
    [data, curveShapes, channel],
  );
}
