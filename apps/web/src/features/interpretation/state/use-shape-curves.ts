import { kitWords, type PhaseType, type Position } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { interpretationQueries } from '../../../data/interpretation.ts';
import { text } from '../../../locale/text.ts';
import type { CurveKind } from '../../curves/curve-series.ts';
import { useReview } from './review-context.ts';
import {
  differencePoints,
  normalisedPoints,
  notNormalised,
  referenceChoices,
  type ShapeGroup,
  shapeGroups,
  shapeNote,
  type ShapePoints,
  type ShapeReferenceChoice,
} from './shape-curves.ts';

const words = text.curves.shapes;

/** The normalised curves of the channel, and what they are compared with. */
export interface ShapeCurves {
  /** Whether the kit of a well normalises its curves. */
  readonly isOffered: boolean;
  readonly isShown: boolean;
  readonly choices: readonly ShapeReferenceChoice[];
  readonly chosen: ShapeReferenceChoice | null;
  readonly choose: (key: string) => void;
  readonly groups: readonly ShapeGroup[];
  /** What the chart means for results; null: not known. */
  readonly note: string | null;
  readonly pointsOf: (phase: PhaseType, kind: CurveKind) => ShapePoints;
  /** Why there are no curves, or not all. */
  readonly message: string | null;
}

export function useShapeCurves(isShown: boolean): ShapeCurves {
  const { run, interpreted, channel, wells, filtered, isArchived } = useReview();
  const isOffered = useMemo(
    () => wells.some(({ interpreted }) => interpreted.explanation.shape !== undefined),
    [wells],
  );
  const [key, choose] = useState<string | null>(null);
  const { data, status } = useQuery({
    ...interpretationQueries.normalised({ runId: run.id, channel }),
    enabled: isShown && !isArchived,
  });
  const phase = data?.[0]?.shape.phase ?? null;
  const normalised = useMemo(() => (phase === null ? NONE : normalisedPoints(data, phase)), [data, phase]);
  const choices = useMemo(() => referenceChoices(wells, normalised), [wells, normalised]);
  const chosen = choices.find((one) => one.key === key) ?? choices[0] ?? null;
  const difference = useMemo(
    () => differencePoints(normalised, chosen?.positions ?? []),
    [normalised, chosen],
  );
  const groups = useMemo(
    () => shapeGroups(filtered, kitWords(run, interpreted)),
    [filtered, run, interpreted],
  );
  const note = useMemo(() => shapeNote(filtered, data), [filtered, data]);
  const shown = filtered.map(({ position }) => position);
  const message = isArchived ? words.archived : messageOf(status, { data, shown, normalised, phase });
  return useMemo(
    () => ({
      isOffered,
      isShown,
      choices,
      chosen,
      choose,
      groups,
      note,
      pointsOf: (ofPhase, kind) => {
        if (ofPhase !== phase) return NONE;
        return kind === 'difference' ? difference : normalised;
      },
      message: isShown ? message : null,
    }),
    [isOffered, isShown, choices, chosen, groups, note, phase, difference, normalised, message],
  );
}

const NONE: ShapePoints = new Map();

interface Found {
  readonly data: Parameters<typeof notNormalised>[0];
  readonly shown: readonly Position[];
  readonly normalised: ShapePoints;
  readonly phase: PhaseType | null;
}

function messageOf(status: 'pending' | 'error' | 'success', { data, shown, normalised, phase }: Found) {
  if (status === 'pending') return words.loading;
  if (status === 'error') return words.failed;
  if (!shown.some((position) => normalised.has(position))) return words.none(phase ?? '');
  const left = notNormalised(data).filter((position) => shown.includes(position));
  return left.length === 0 ? null : words.left(left.join(', '));
}
