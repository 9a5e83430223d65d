import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { type ConfigurationPlace, kitQueries } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { channelsIn, type KitDraft, draftPhases } from './draft/kit-draft.ts';
import styles from './kit-editor.module.css';
import { useThrottled } from './use-throttled.ts';

/** Minimum time between requests during a drag, ms. */
const ASKED_EVERY_MS = 250;

interface NearZonesProps {
  readonly place: ConfigurationPlace;
  readonly draft: KitDraft;
  /** The run whose temperature step applies; null uses the newest run with the kit. */
  readonly runId: string | null;
}

/** Names zones of the draft that cannot be distinguished. */
export function NearZones({ place, draft, runId }: NearZonesProps) {
  const { kitId, reactionBufferId, analyserId } = place;
  const request = useMemo(
    () => ({
      kitId,
      reactionBufferId,
      analyserId,
      ...(runId !== null && { runId }),
      channels: channelsIn(draft).map((name) => ({ name, phases: draftPhases(draft[name]) })),
    }),
    [kitId, reactionBufferId, analyserId, runId, draft],
  );
  const settled = useThrottled(request, ASKED_EVERY_MS);
  const { data } = useQuery({ ...kitQueries.nearZones(settled), placeholderData: keepPreviousData });
  return <NearZonesNote warnings={data?.warnings ?? []} />;
}

/** The live region is always mounted, so that new warnings are announced. */
export function NearZonesNote({ warnings }: { readonly warnings: readonly string[] }) {
  return (
    <div role="status">
      {warnings.length > 0 && (
        <>
          <h4 className={styles['missing-title']}>{text.kits.nearZones}</h4>
          <ul>
            {warnings.map((warning) => (
              <li key={warning} className={styles['missing-row']}>
                {warning}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
