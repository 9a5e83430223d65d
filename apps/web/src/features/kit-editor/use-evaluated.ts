import {
  type ChannelName,
  curveShapeOf,
  type DiagnosticColor,
  type EvaluatedSettings,
  type PhaseType,
  ruleDiagnostic,
} from '@curvewell/domain';
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
import type { EvaluatedTrial, TriedReferences } from './kit-editor-context.ts';
import { type SearchedWells, searchedWells, searchSettings } from './threshold/searched-wells.ts';
import { useThrottled } from './use-throttled.ts';

/** Minimum time between evaluations during a drag, ms. */
const ASKED_EVERY_MS = 100;

interface EvaluationInput {
  readonly runId: string | null;
  readonly wells: EvaluatedSettings['wells'];
  readonly kitId: string;
  readonly versionId: string;
  readonly reactionBufferId: string;
  readonly channel: ChannelName;
  readonly draft: ChannelDraft;
  readonly saved: ChannelDraft;
  /** The diagnostics for a peak outside zones; null means no call. */
  readonly outside: Readonly<Record<'draft' | 'saved', string | null>>;
  /** Maximum Tm shift correction; null means off. */
  readonly shift: Readonly<Record<'draft' | 'saved', VersionDraft['tmShift']>>;
  /** Whether a second product counts only above a template. */
  readonly templates: Readonly<Record<'draft' | 'saved', VersionDraft['meltTemplates']>>;
  /** Regions and references of shapes, by channel. */
  readonly shapes: Readonly<Record<'draft' | 'saved', VersionDraft['curveShapes']>>;
  /** Latest cycles, by channel. */
  readonly amplified: Readonly<Record<'draft' | 'saved', VersionDraft['amplification']>>;
  readonly diagnostics: readonly DiagnosticColor[];
  /** Wells of the run to compare shapes with, as if they were standards. */
  readonly tried: TriedReferences;
  /** Whether peaks of all heights are searched, to suggest a threshold. */
  readonly isSearched: boolean;
}

/** The settings of the version that calls depend on. */
export const evaluatedVersion = (draft: VersionDraft, saved: VersionDraft) => ({
  outside: { draft: draft.outsideId, saved: saved.outsideId },
  shift: { draft: draft.tmShift, saved: saved.tmShift },
  templates: { draft: draft.meltTemplates, saved: saved.meltTemplates },
  shapes: { draft: draft.curveShapes, saved: saved.curveShapes },
  amplified: { draft: draft.amplification, saved: saved.amplification },
});

interface Trial {
  readonly settings: EvaluatedSettings;
  readonly rules: readonly FlatRule[];
}

/** The request for the server; null while there is no phase. */
function trialOf(
  {
    channelDraft,
    outsideId,
    tmShift,
    meltTemplates,
    curveShapes,
    amplification,
    tried,
  }: {
    readonly channelDraft: ChannelDraft;
    readonly outsideId: string | null;
    readonly tmShift: VersionDraft['tmShift'];
    readonly meltTemplates: VersionDraft['meltTemplates'];
    readonly curveShapes: VersionDraft['curveShapes'];
    readonly amplification: VersionDraft['amplification'];
    readonly tried: TriedReferences;
  },
  {
    wells,
    kitId,
    versionId,
    reactionBufferId,
    channel,
    diagnostics,
  }: Omit<
    EvaluationInput,
    | 'runId'
    | 'draft'
    | 'saved'
    | 'outside'
    | 'shift'
    | 'templates'
    | 'shapes'
    | 'amplified'
    | 'isSearched'
    | 'tried'
  >,
): Trial | null {
  const phases = draftPhases(channelDraft);
  if (phases.length === 0) return null;
  const rules = flatRules(channelDraft);
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
        ...ruleDiagnostic(diagnostics.find((one) => one.id === diagnosticColor?.id)),
      })),
      outsideDiagnostic: outsideName(outsideId, diagnostics),
      tmShift: draftShift(tmShift),
      meltTemplates,
      curveShape: curveShapeOf(curveShapes, channel) ?? null,
      ...(tried.length > 0 && { triedReferences: [...tried] }),
      amplification,
      // Only stored templates depend on it.
      kitVersionId: meltTemplates?.from === 'plate-or-kept' ? versionId : null,
    },
  };
}

/** Removes settings that do not affect curves, so that curves are fetched once. */
const curveSettings = ({ triedReferences: _, ...settings }: EvaluatedSettings): EvaluatedSettings => ({
  ...settings,
  rules: [],
  outsideDiagnostic: null,
  tmShift: null,
  meltTemplates: null,
  curveShape: null,
  amplification: null,
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
  readonly searched: SearchedWells | null;
  readonly trial: EvaluatedTrial | null;
  readonly isFailed: boolean;
  readonly retry: () => void;
}

const queryOf = (runId: string | null, settings: EvaluatedSettings | undefined) =>
  interpretationQueries.evaluated(runId === null || settings === undefined ? null : { runId, settings });

/** Evaluates a run with draft and stored settings. Keeps old results until new ones arrive. */
export function useEvaluated(input: EvaluationInput): OnRun {
  const { runId, draft, saved, outside, shift, templates, shapes, amplified, tried } = input;
  const { wells: whose, kitId, versionId, reactionBufferId, channel, diagnostics } = input;
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
          curveShapes: shapes.draft,
          amplification: amplified.draft,
          tried,
        },
        on,
      ),
    [draft, outside.draft, shift.draft, templates.draft, shapes.draft, amplified.draft, tried, on],
  );
  const before = useMemo(
    () =>
      trialOf(
        {
          channelDraft: saved,
          outsideId: outside.saved,
          tmShift: shift.saved,
          meltTemplates: templates.saved,
          curveShapes: shapes.saved,
          amplification: amplified.saved,
          tried,
        },
        on,
      ),
    [saved, outside.saved, shift.saved, templates.saved, shapes.saved, amplified.saved, tried, on],
  );
  const asking = useThrottled(now, ASKED_EVERY_MS);
  const drawn = asking ?? before;

  const byDraft = useQuery({ ...queryOf(runId, asking?.settings), placeholderData: keepPreviousData });
  const byStored = useQuery(queryOf(runId, before?.settings));
  const withCurves = useQuery({
    ...queryOf(runId, drawn ? curveSettings(drawn.settings) : undefined),
    placeholderData: keepPreviousData,
  });
  const wells = byDraft.data;
  const storedWells = byStored.data;
  const curves = useMemo(() => (withCurves.data ? linesOf(withCurves.data) : null), [withCurves.data]);
  // Curves of another run, or of other phases, are no basis.
  const isDrawn = input.isSearched && curves !== null && drawn !== null && !withCurves.isPlaceholderData;
  const ofAllHeights = useQuery(
    queryOf(
      runId,
      isDrawn ? (searchSettings(curveSettings(drawn.settings), curves) ?? undefined) : undefined,
    ),
  );
  const searched = useMemo(
    () => (isDrawn && ofAllHeights.data ? searchedWells(ofAllHeights.data) : null),
    [isDrawn, ofAllHeights.data],
  );
  const settings = asking?.settings;
  const trial = useMemo(() => (runId === null || !settings ? null : { runId, settings }), [runId, settings]);
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
    searched,
    trial,
    isFailed: byDraft.isError || withCurves.isError,
    retry: () => {
      void byDraft.refetch();
      void withCurves.refetch();
    },
  };
}
