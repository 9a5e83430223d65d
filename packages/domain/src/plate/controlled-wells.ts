import type { ChannelName } from '../kit/assay.ts';
import { brokenRuleText } from '../laboratory/broken-rule.ts';
import { shownDiagnostic, type CalledWell } from '../call/interpretation.ts';
import type { SampleType } from './plate.ts';
import type { Run, Well } from '../run/run.ts';
import { isAsExpected } from '../call/well-doubt.ts';

const SAMPLES: readonly SampleType[] = ['BLOOD', 'DNA'];

/** Whether a well holds patient material rather than a control or standard. */
export const isSample = (type: SampleType | null): boolean => type !== null && SAMPLES.includes(type);

/** The content of a well as ids, and its channel; null: not set. */
export interface Filled {
  readonly channel: ChannelName;
  readonly kitVersionId: string | null;
  readonly lotId: string | null;
  readonly reactionBufferId: string | null;
}

/**
 * The group of wells that share controls: one kit version, lot and reaction buffer, because a control validates only its
 * own mix, and one channel, because each channel has other probes.
 */
export const controlGroup = ({ channel, kitVersionId, lotId, reactionBufferId }: Filled): string =>
  JSON.stringify([channel, kitVersionId, lotId, reactionBufferId]);

export const coversWell = (control: Filled, sample: Filled): boolean =>
  control.kitVersionId !== null && control.lotId !== null && controlGroup(control) === controlGroup(sample);

/** The content of a well in a channel. */
export const filledOf = ({
  channel,
  kitVersion,
  lot,
  reactionBuffer,
}: Pick<Well, 'channel' | 'kitVersion' | 'lot' | 'reactionBuffer'>): Filled => ({
  channel,
  kitVersionId: kitVersion?.id ?? null,
  lotId: lot?.id ?? null,
  reactionBufferId: reactionBuffer?.id ?? null,
});

/**
 * Texts about controls out of range, for the controls and the wells that they support: “Control A2 is out of
 * range: 1-3s, C 61.11 °C is 3.5 SD above the mean.”
 */
export function brokenRuleTexts(
  { brokenRules, analyses }: Pick<Run, 'brokenRules' | 'analyses'>,
  well: Well,
): string[] {
  if (brokenRules.length === 0) return [];
  const ruleOf = new Map(brokenRules.map((broken) => [broken.wellId, broken]));
  const inChannel = analyses.find(({ channel }) => channel === well.channel);
  return Object.values(inChannel?.wells ?? {}).flatMap((control) => {
    const broken = ruleOf.get(control.id);
    if (broken === undefined || !coversWell(filledOf(control), filledOf(well))) return [];
    return [`Control ${control.position} is out of range: ${brokenRuleText(broken)}.`];
  });
}

/** A failed control, or a sample that depends on one. */
export type ControlMark = 'failed' | 'held';

/** The mark of a well because of failed controls, by their calls or by a broken rule. */
export function controlMark(
  run: Pick<Run, 'brokenRules' | 'analyses'>,
  { well, called }: { readonly well: Well; readonly called: CalledWell },
): ControlMark | null {
  if (isSample(called.sampleType)) {
    const isMarked = called.explanation.flags.some(({ code }) => code === 'failed-control');
    return isMarked || brokenRuleTexts(run, well).length > 0 ? 'held' : null;
  }
  const found = shownDiagnostic(called)?.diagnosticColor ?? null;
  const isFailed =
    found?.diagnostic.name === 'TEST_KO' ||
    !isAsExpected(well, found) ||
    run.brokenRules.some(({ wellId }) => wellId === well.id);
  return isFailed ? 'failed' : null;
}
