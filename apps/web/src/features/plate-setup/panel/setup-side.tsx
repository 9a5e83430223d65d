import type { Position } from '@curvewell/contracts';

import { useKitAdditions, useMayAdd } from '../../run-kits/use-kit-additions.ts';
import { ComparePanel } from '../compare/compare-panel.tsx';
import type { QuickPick } from './quick-offers.ts';
import { WellPanel, type WellPanelProps } from './well-panel.tsx';
import { useStable } from '../../../shared/use-stable.ts';
import type { Comparison } from '../compare/use-comparison.ts';
import { usePlateCommands } from '../use-plate-commands.ts';
import type { useStartRun } from '../use-start-run.ts';

interface CreationSideProps extends Omit<WellPanelProps, 'onQuickPick' | 'onClose'> {
  readonly comparison: Comparison | null;
  readonly runner: ReturnType<typeof useStartRun>;
  readonly onSelect: (wells: Iterable<Position>) => void;
}

/** Beside the plate: the well configuration, or two people's versions while they are compared. */
export function CreationSide({ comparison, runner, onSelect, panelRef, ...panel }: CreationSideProps) {
  const { run, assays, editor, positions, onQuickSearch, onBack } = panel;
  // What is picked here goes to the wells that the panel shows.
  const commands = usePlateCommands({ run, assays, editor, positions });
  const pick = useStable((picked: QuickPick): void => {
    onQuickSearch('');
    void commands.fill(picked).then((done) => {
      if (done) onBack();
    });
  });
  const mayAdd = useMayAdd();
  const additions = useKitAdditions(run.analyser);
  const addLot = useStable(async (kitVersionId: string, name: string) => {
    const lot = await additions.addLot({ id: kitVersionId }, name);
    return lot && (await runner.putLot(kitVersionId, lot.id)) ? lot : null;
  });
  const close = useStable((): void => {
    onSelect([]);
    onBack();
  });

  if (!comparison) {
    return (
      <WellPanel
        {...panel}
        panelRef={panelRef}
        onQuickPick={pick}
        onClose={close}
        onAddLot={mayAdd.lot ? addLot : undefined}
      />
    );
  }
  return (
    <ComparePanel
      panelRef={panelRef}
      differences={comparison.differences}
      contestedCount={comparison.contested.size}
      theirWay={comparison.theirWay}
      onSwitch={comparison.turn}
      onSave={() => void runner.saveCompared(comparison.plate, comparison.revision)}
      isSaving={runner.isPending}
    />
  );
}
