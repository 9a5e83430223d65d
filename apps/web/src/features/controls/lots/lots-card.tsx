import type { ControlLot, ControlSeries } from '@curvewell/contracts';
import type { ControlMeasure } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';

import { type ControlScopeQuery, useSetReferenceLot } from '../../../data/controls.ts';
import { useCan } from '../../../data/identity.ts';
import { text } from '../../../locale/text.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import { ReasonModal } from '../../../shared/ui/dialogs/reason-modal.tsx';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { figure, signed, valueText } from '../control-words.ts';
import styles from '../controls.module.css';
import { FigureTable } from '../figure-table.tsx';
import { ToneBadge } from '../tone-badge.tsx';

const words = text.controls.lots;

interface LotsCardProps {
  readonly scope: ControlScopeQuery;
  readonly series: ControlSeries;
  readonly measure: ControlMeasure;
}

/** The lots in order, with advice on a shifted one. */
export function LotsCard({ scope, series, measure }: LotsCardProps) {
  const { lots, reference } = series;
  const decimals = measure === 'height' ? 0 : 2;
  const shift = lots.findLast(({ isShifted }) => isShifted)?.shift ?? null;
  const taken = lots.find(({ lotId }) => lotId === reference.taken?.lotId);
  return (
    <section className={styles['lots']} aria-label={words.title}>
      <div className={styles['bar']}>
        <h2 className={styles['title']}>{words.title}</h2>
      </div>
      <div className={styles['lotsBody']}>
        <FigureTable
          label={words.title}
          columns={[
            { head: words.lot },
            ...[words.mean, words.sd, words.shift].map((head) => ({ head, isFigure: true })),
          ]}
          rows={lots.map((lot) => ({
            key: lot.lotId,
            cells: [
              <span key={lot.lotId} className="mono">
                {lot.name}
              </span>,
              lot.mean === null ? '–' : figure(lot.mean, measure),
              lot.sd === null ? '–' : lot.sd.toFixed(decimals),
              <Shift key={words.shift} lot={lot} decimals={decimals} />,
            ],
          }))}
        />
        <div className={styles['note']}>
          {shift !== null
            ? words.shifted(valueText(Math.abs(shift), measure))
            : lots.length > 1 && words.steady}
          {taken && reference.taken && (
            <p>{words.taken(taken.name, reference.taken.byName, formatDateTime(reference.taken.at))}</p>
          )}
          <SetReferenceLot scope={scope} lot={lots.at(-1)} reference={reference} />
        </div>
      </div>
    </section>
  );
}

function Shift({
  lot: { shift, isShifted },
  decimals,
}: {
  readonly lot: ControlLot;
  readonly decimals: number;
}) {
  if (shift === null) return '–';
  if (!isShifted) return signed(shift, decimals);
  return (
    <ToneBadge tone="warning" icon={<IconAlertTriangle size={12} stroke={1.8} aria-hidden />}>
      {signed(shift, decimals)}
    </ToneBadge>
  );
}

interface SetReferenceLotProps {
  readonly scope: ControlScopeQuery;
  /** The newest lot. */
  readonly lot: ControlLot | undefined;
  readonly reference: ControlSeries['reference'];
}

function SetReferenceLot({ scope, lot, reference }: SetReferenceLotProps) {
  const can = useCan();
  const [isAsking, ask] = useState(false);
  const { mutateAsync } = useSetReferenceLot();
  if (lot === undefined || lot.lotId === reference.taken?.lotId || !can('WRITE_DIAGNOSTIC')) return null;
  const take = async (reason = ''): Promise<void> => {
    const { kitId, reactionBufferId } = scope;
    try {
      await mutateAsync({ kitId, reactionBufferId, lotId: lot.lotId, reason, revision: reference.revision });
      toastSuccess(words.done);
    } catch (error) {
      toastError(words.failed, error);
      throw error;
    }
  };
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={() => ask(true)}>
        {words.take(lot.name)}
      </Button>
      {isAsking && (
        <ReasonModal
          question={words.question(lot.name)}
          text={words.consequence}
          commonReasons={[]}
          isRequired
          proceed={words.proceed}
          onProceed={take}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}
