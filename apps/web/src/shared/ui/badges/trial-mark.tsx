import { SAMPLE_LABEL, TRIAL_LABEL, trialLotsText, type RunSummary } from '@curvewell/domain';
import { Badge } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';

/** Beside a run or a lot: what it is read with is still tried out. */
export function TrialMark({ children = TRIAL_LABEL }: { readonly children?: string }) {
  return (
    <Badge
      variant="outline"
      size="sm"
      tt="none"
      fw={600}
      color="warning"
      c="var(--warning)"
      styles={{ root: { flexShrink: 0 } }}
      leftSection={<IconFlask size={12} stroke={1.6} aria-hidden />}
    >
      {children}
    </Badge>
  );
}

/** Beside a kit that shows how the product works. */
export const SampleMark = () => <TrialMark>{SAMPLE_LABEL}</TrialMark>;

/** Which lots make a run a trial; nothing otherwise. */
export function TrialRunMark({ isTrial, trialLots }: Pick<RunSummary, 'isTrial' | 'trialLots'>) {
  return isTrial && <TrialMark>{trialLotsText(trialLots)}</TrialMark>;
}
