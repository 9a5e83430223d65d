import type { ChannelName, DiagnosticColor, EvaluatedSettings, PhaseType } from '@curvewell/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { interpretationQueries } from '../../data/interpretation.ts';
import {
  type ChannelDraft,
  flatRules,
  type FlatRule,
  draftPhases,
  draftShift,
  type VersionDraft,
} from './draft/kit-draft.ts';
import { outsideName } from './draft/draft-channels.ts';
import { linesOf, type PhaseLines } from './charts/phase-lines.ts';
import type { Evaluated } from './evaluated.ts';
import { useThrottled } from './use-throttled.ts';

/** While an edge is dragged, figures are requested so often. */
const ASKED_EVERY_MS = 100;

interface Asked {
  readonly runId: string | null;
  readonly wells: EvaluatedSettings['wells'];
  readonly kitId: string;
  readonly versionId: string;
  readonly reactionBufferId: string;
  readonly channel: ChannelName;
  readonly draft: ChannelDraft;
  readonly saved: ChannelDraft;
  /** The diagnostics of a peak in no zone; null: no call. */
  readonly outside: Readonly<Record<'draft' | 'saved', string | null>>;
  /** How far zones follow the controls at most; null: they stay as they are. */
  readonly shift: Readonly<Record<'draft' | 'saved', VersionDraft['tmShift']>>;
  /** Whether a second product counts only beyond a template. */
  readonly templates: Readonly<Record<'draft' | 'saved', VersionDraft['meltTemplates']>>;
  readonly diagnostics: readonly DiagnosticColor[];
}

interface Trial {
  readonly settings: EvaluatedSettings;
  readonly rules: readonly FlatRule[];
}

/** What the server is asked; null while there is no phase. */
function trialOf(
  {
    channelDraft,
    outsideId,
    tmShift,
    meltTemplates,
  }: {
    readonly channelDraft: ChannelDraft;
    readonly outsideId: string | null;
    readonly tmShift: VersionDraft['tmShift'];
    readonly meltTemplates: VersionDraft['meltTemplates'];
  },
  {
    wells,
    kitId,
    versionId,
    reactionBufferId,
    channel,
    diagnostics,
  }: Omit<Asked, 'runId' | 'draft' | 'saved' | 'outside' | 'shift' | 'templates'>,
): Trial | null {
  const phases = draftPhases(channelDraft);
  if (phases.length === 0) return null;
  const rules = flatRules(channelDraft);
  const nameOf = (id: string | undefined) =>
    diagnostics.find((one) => one.id === id)?.diagnostic.name ?? null;
  return {
    rules,
    settings: {
      kitId,
      reactionBufferId,
      channel,
      wells,
      phases,
      curves: false,
      rules: rules.map(({ combination, expressions, diagnosticColor }) => ({
        zones: combination.zones,
        expressions,
        diagnostic: nameOf(diagnosticColor?.id),
      })),
      outsideDiagnostic: outsideName(outsideId, diagnostics),
      tmShift: draftShift(tmShift),
      meltTemplates,
      // Only kept templates depend on it.
      kitVersionId: meltTemplates?.from === 'plate-or-kept' ? versionId : null,
    },
  };
}

/** Only what curves depend on, so that they are fetched once. */
const withoutMeaning = (settings: EvaluatedSettings): EvaluatedSettings => ({
  ...settings,
  rules: [],
  outsideDiagnostic: null,
  tmShift: null,
  meltTemplates: null,
  kitVersionId: null,
  phases: settings.phases.map((phase) => ({
    ...phase,
    zones: [],
    minThreshold: 50,
    slopeThreshold: 4.72,
    minQuality: 0,
  })),
  curves: true,
});

interface OnRun {
  readonly evaluated: Evaluated | null;
  readonly curves: ReadonlyMap<PhaseType, PhaseLines> | null;
  readonly isFailed: boolean;
  readonly retry: () => void;
}

const queryOf = (runId: string | null, settings: EvaluatedSettings | undefined) =>
  interpretationQueries.evaluated(runId === null || settings === undefined ? null : { runId, settings });

/** A run by the draft and by what is stored, with its curves. While newer figures come, the old ones stand. */
export function useEvaluated(asked: Asked): OnRun {
  const { runId, draft, saved, outside, shift, templates } = asked;
  const { wells: whose, kitId, versionId, reactionBufferId, channel, diagnostics } = asked;
  const on = useMemo(
    () => ({ wells: whose, kitId, versionId, reactionBufferId, channel, diagnostics }),
    [whose, kitId, versionId, reactionBufferId, channel, diagnostics],
  );
  const now = useMemo(
    () =>
      trialOf(
        {
          channelDraft: draft,
          outsideId: outside.draft,
          tmShift: shift.draft,
          meltTemplates: templates.draft,
        },
        on,
      ),
    [draft, outside.draft, shift.draft, templates.draft, on],
  );
  const before = useMemo(
    () =>
      trialOf(
        {
          channelDraft: saved,
          outsideId: outside.saved,
          tmShift: shift.saved,
          meltTemplates: templates.saved,
        },
        on,
      ),
    [saved, outside.saved, shift.saved, templates.saved, on],
  );
  const asking = useThrottled(now, ASKED_EVERY_MS);
  const drawn = asking ?? before;

  const byDraft = useQuery({ ...queryOf(runId, asking?.settings), placeholderData: keepPreviousData });
  const byStored = useQuery(queryOf(runId, before?.settings));
  const withCurves = useQuery({
    ...queryOf(runId, drawn ? withoutMeaning(drawn.settings) : undefined),
    placeholderData: keepPreviousData,
  });
  const wells = byDraft.data;
  const storedWells = byStored.data;
  const curves = useMemo(() => (withCurves.data ? linesOf(withCurves.data) : null), [withCurves.data]);
  const rules = asking?.rules;
  const isOld = byDraft.isPlaceholderData || asking !== now;
  const evaluated = useMemo(
    () =>
      wells && rules
        ? {
            wells,
            rules,
            isOld,
            before: new Map((storedWells ?? wells).map((well) => [well.position, well])),
          }
        : null,
    [wells, storedWells, rules, isOld],
  );
  return {
    evaluated: runId === null ? null : evaluated,
    curves: runId === null ? null : curves,
    isFailed: byDraft.isError || withCurves.isError,
    retry: () => {
      void byDraft.refetch();
      void withCurves.refetch();
    },
  };
}
