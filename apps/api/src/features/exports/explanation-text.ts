import {
  diagnosticLetters,
  figureText,
  isRuleOpen,
  ruleText,
  tmText,
  type CallDescription,
  type DescribedControl,
  type DescribedPeak,
} from '@curvewell/domain';

/** Explains the format of `peaksText`. */
export const PEAKS_LEGEND = 'zone, Tm ± error, h height (RFU/°C), q quality, s significance';

/** “ANNEAL A 55.22 ± 0.004 °C h 720, q 0.95, s 82; dropped 61.30 °C: height 20 below threshold 60” */
export function peaksText({ peaks }: CallDescription): string {
  return [...Map.groupBy(peaks, ({ phase }) => phase)]
    .map(([phase, ofPhase]) => `${phase} ${ofPhase.map(peakText).join('; ')}`)
    .join(' · ');
}

function peakText({ peak, zone, dropped }: DescribedPeak): string {
  if (dropped !== null) return `dropped ${tmText(peak)}: ${dropped}`;
  const figures = `h ${figureText(peak.height)}, q ${figureText(peak.quality)}, s ${figureText(peak.significance)}`;
  return `${zone?.name ?? 'outside zones'} ${tmText(peak)} ${figures}`;
}

/** “Row 4: Heterozygous, no condition” for every evaluated rule; the last one matches. */
export function rulesText({ rules, noRule, isStopped, sentence }: CallDescription): string {
  if (isStopped) return sentence;
  return [
    ...rules.map(
      (rule) => `${ruleText(rule)}${rule.isChosen ? '' : rule.isOpen ? ' (not known)' : ' (not met)'}`,
    ),
    ...(noRule === null ? [] : [noRule]),
  ].join('; ');
}

/** Whether a tried rule is met, in a table: “yes”, “no”, or “not known” while the shape of the curve leaves it open. */
export function metText(...[rule, grounds]: Parameters<typeof isRuleOpen>): string {
  if (rule.holds) return 'yes';
  return isRuleOpen(rule, grounds) ? 'not known' : 'no';
}

/** “A6 OK · A7 KO · A8 OK (overridden)”, each control once */
export const controlsText = (controls: readonly DescribedControl[]): string =>
  [...new Set(controls.map(controlText))].join(' · ');

function controlText({ position, result, isByHand }: DescribedControl): string {
  const letters = result === null ? '?' : diagnosticLetters(result);
  return `${position} ${letters}${isByHand ? ' (overridden)' : ''}`;
}
