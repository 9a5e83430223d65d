import { IN_NO_ZONE } from '@curvewell/domain';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './combinations.module.css';
import { CombinationCurves } from './combination-curves.tsx';
import { useLook } from './diagnostic-select.tsx';
import type { CombinationWells } from './rule-counts.ts';
import { WellCount } from './well-count.tsx';

const words = text.kits.combinations;

/** Wells with peaks only outside all zones. They belong to no combination, not even NONE. */
export function OutsideRow({ counts }: { readonly counts: CombinationWells }) {
  const { outsideId } = useKitEditing().version;
  const lookOf = useLook();
  const [isListed, setListed] = useState(false);
  if (counts.wells.length === 0) return null;
  const called = outsideId === null ? text.kits.checks.noCall : lookOf(outsideId).name;
  return (
    <div
      role="listitem"
      aria-label={words.outsideRow(words.wellsOf(counts.wells.length), called)}
      className={styles['rule']}
    >
      <div className={styles['rule-label']}>{IN_NO_ZONE}</div>
      <CombinationCurves label={IN_NO_ZONE} />
      <div className={styles['rule-diagnostic']}>
        {outsideId !== null && <DiagnosticCode look={lookOf(outsideId)} small />}
        <span>{called}</span>
      </div>
      <WellCount
        label={IN_NO_ZONE}
        counts={{ ...counts, outside: 0 }}
        isListed={isListed}
        onListed={setListed}
      />
    </div>
  );
}
