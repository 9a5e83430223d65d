import { edgeText, hitText } from '@curvewell/domain';
import { Popover, UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { diagnosticLook } from '../../../shared/colour/diagnostic-palette.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './charts.module.css';
import { WellLink, WellLinks } from '../well-links.tsx';
import { zoneOf } from './handles.ts';
import { changedWells, nearestToEdge, peaksOf } from './peak-counts.ts';

const words = text.kits.charts;
const MAX_WELLS = 3;
const ANNOUNCE_AFTER_MS = 300;

/** The focused item with its numbers, and the wells whose call changes. */
export function StatusLine() {
  const { evaluated, diagnostics } = useKitEditing();
  const scheme = useComputedColorScheme('light');
  const focused = useFocusText();
  const changed = evaluated ? changedWells(evaluated.wells, evaluated.before) : [];
  const summary = evaluated ? words.change(changed.length, evaluated.wells.length) : '';
  const lookOf = (diagnostic: string | null) => {
    const color = diagnostics.find((one) => one.diagnostic.name === diagnostic);
    return diagnosticLook(
      diagnostic === null ? null : { diagnostic, color: color?.color ?? null, letters: color?.letters },
      scheme,
    );
  };
  return (
    <div className={styles['status-line']} data-old={evaluated?.isOld ? true : undefined}>
      {focused}
      {evaluated && (
        <span className={styles['changes']}>
          {changed.length === 0 ? words.noChange : <b>{summary}:</b>}
          {changed.slice(0, MAX_WELLS).map(({ position, from, to }) => (
            <span key={position}>
              <WellLink position={position} />
              <DiagnosticCode look={lookOf(from)} small />
              <IconArrowRight size={12} aria-hidden />
              <DiagnosticCode look={lookOf(to)} small />
            </span>
          ))}
          {changed.length > MAX_WELLS && (
            <Popover position="top-end" shadow="md" trapFocus returnFocus width={240}>
              <Popover.Target>
                <UnstyledButton className={styles['more'] ?? ''}>
                  {words.more(changed.length - MAX_WELLS)}
                </UnstyledButton>
              </Popover.Target>
              <Popover.Dropdown aria-label={summary} p={8}>
                <WellLinks positions={changed.map(({ position }) => position)} />
              </Popover.Dropdown>
            </Popover>
          )}
        </span>
      )}
      <Announcement summary={evaluated?.isOld ? null : summary} />
    </div>
  );
}

/** Announces the summary after it has been stable for a moment. */
function Announcement({ summary }: { readonly summary: string | null }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (summary === null || summary === announced) return undefined;
    const timer = setTimeout(() => setAnnounced(summary), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [summary, announced]);
  return (
    <span className="visually-hidden" role="status">
      {announced}
    </span>
  );
}

function useFocusText() {
  const { draft, evaluated, focus } = useKitEditing();
  if (focus === null) return null;
  if (focus.kind === 'rule') {
    const wells = evaluated?.wells.filter((well) => hitText(well) === focus.label) ?? [];
    return (
      <>
        <b>{focus.label}</b>
        {evaluated && <span>{words.wells(wells.map(({ position }) => position))}</span>}
      </>
    );
  }
  if (focus.zone === null) return <b>{words.thresholdOf(focus.phase)}</b>;
  const zone = zoneOf(draft, { phase: focus.phase, zone: focus.zone });
  if (zone === undefined || zone.minTemp === null || zone.maxTemp === null) return null;
  const { name, minTemp, maxTemp } = zone;
  const nearest =
    evaluated && nearestToEdge(peaksOf(evaluated.wells, focus.phase), { name, minTemp, maxTemp });
  return (
    <>
      <b>{text.kits.changes.zone(name)}</b>
      <span>{words.range(edgeText(minTemp), edgeText(maxTemp))}</span>
      {nearest !== null && (
        <span>
          {words.nearest} <b>{words.fineDegrees(nearest)}</b>
        </span>
      )}
    </>
  );
}
