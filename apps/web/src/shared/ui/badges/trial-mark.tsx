import { SAMPLE_LABEL, TRIAL_LABEL, trialLotsText, type RunSummary } from '@curvewell/domain';
import { Badge } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';

/** Marks a run or a lot whose kit is on trial. */
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

/** Marks a sample kit, which demonstrates the product. */
export const SampleMark = () => <TrialMark>{SAMPLE_LABEL}</TrialMark>;

/** Names the lots that make a run a trial run; otherwise nothing. */
export function TrialRunMark({ isTrial, trialLots }: Pick<RunSummary, 'isTrial' | 'trialLots'>) {
  return isTrial && <TrialMark>{trialLotsText(trialLots)}</TrialMark>;
}
