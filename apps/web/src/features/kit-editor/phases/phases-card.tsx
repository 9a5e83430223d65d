import type { KitRun } from '@curvewell/contracts';
import { Alert, Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconZoomReset, type Icon } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { shortcutsEnabled } from '../../../shared/navigation/shortcuts.ts';
import { IconLabel } from '../../../shared/ui/screen/icon-label.tsx';
import type { Range } from '../../chart/chart-scale.ts';
import { focusRules } from '../combinations/focus-rules.ts';
import { draftChanges } from '../draft/draft-changes.ts';
import type { DiagnosticWords } from '../draft/diagnostic-words.ts';
import type { KitDraft } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import editor from '../kit-editor.module.css';
import charts from '../charts/charts.module.css';
import styles from './phases.module.css';
import { NARROW_EDITOR } from '../narrow-editor.ts';
import type { useDraft } from '../use-draft.ts';
import { KitCharts } from '../charts/kit-charts.tsx';
import { PhasesFields } from './phases-fields.tsx';
import { neighbourRun, RunPicker } from './run-picker.tsx';
import { paths } from '../../../shared/navigation/paths.ts';

const words = text.kits.phases;
const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

interface PhasesCardProps {
  readonly runs: readonly KitRun[];
  readonly otherRuns: readonly KitRun[];
  readonly run: KitRun | null;
  readonly place: NoRunProps['place'];
  readonly onRun: (runId: string) => void;
  /** null if the run did not fail to load. */
  readonly onRunFailed: (() => void) | null;
  readonly work: ReturnType<typeof useDraft>;
  readonly onTry: () => void;
  readonly diagnosticWords: DiagnosticWords;
}

/** Phases and zones, on the curves of a run and as fields. */
export function PhasesCard(props: PhasesCardProps) {
  const { runs, otherRuns, run, place, onRun, onRunFailed, work, onTry, diagnosticWords } = props;
  const { history } = work;
  const { channel } = useKitEditing();
  const [announcement, setAnnouncement] = useState('');
  const [zoom, setZoom] = useState<Range | null>(null);
  const step = (kind: 'undo' | 'redo'): void => {
    const to: KitDraft | undefined = kind === 'undo' ? history.past.at(-1) : history.future[0];
    if (to === undefined) return;
    const [first] = draftChanges(history.draft, to, diagnosticWords);
    const what = first ? text.kits.changes.one(first) : '';
    setAnnouncement(kind === 'undo' ? words.undone(what) : words.redoneWhat(what));
    work[kind]();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey)) {
      const isTyping = event.target instanceof HTMLInputElement;
      if (isTyping || event.altKey || !shortcutsEnabled()) return;
      if (event.key === ',' || event.key === '.') {
        const next = neighbourRun(runs, run, event.key === ',' ? -1 : 1);
        if (next) onRun(next.runId);
      } else if (event.key === 'r') focusRules();
      else if (event.key === 't') onTry();
      return;
    }
    if (event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'z') step(event.shiftKey ? 'redo' : 'undo');
    else if (key === 'y') step('redo');
    else return;
    event.preventDefault();
  };

  return (
    <section className={editor['card']} aria-labelledby="phases-title" onKeyDown={onKeyDown}>
      <div className={editor['bar']}>
        <h2 id="phases-title" className={editor['title']}>
          {words.title}
        </h2>
        <RunPicker runs={runs} otherRuns={otherRuns} run={run} onRun={onRun} />
        <Group gap={4} ml="auto" wrap="nowrap">
          <Tool
            icon={IconArrowBackUp}
            label={words.undo}
            isOff={history.past.length === 0}
            onClick={() => step('undo')}
          />
          <Tool
            icon={IconArrowForwardUp}
            label={words.redo}
            isOff={history.future.length === 0}
            onClick={() => step('redo')}
          />
          <Tool
            icon={IconZoomReset}
            label={text.kits.charts.resetZoom}
            isOff={zoom === null}
            onClick={() => setZoom(null)}
          />
        </Group>
      </div>
      {onRunFailed && (
        <Alert color="danger" role="alert" p={8}>
          {words.curvesFailed}{' '}
          <Button size="compact-xs" variant="default" onClick={onRunFailed}>
            {text.common.tryAgain}
          </Button>
        </Alert>
      )}
      {runs.length === 0 && <NoRun place={place} run={run} hasOthers={otherRuns.length > 0} />}
      {run !== null && !run.channels.includes(channel) && (
        <p className={charts['no-run']}>{text.kits.charts.notRead(run.businessId, channel, run.channels)}</p>
      )}
      <KitCharts zoom={zoom} onZoom={setZoom} />
      <PhasesFields />
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
    </section>
  );
}

interface ToolProps {
  readonly icon: Icon;
  readonly label: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function Tool({ icon: ToolIcon, label, isOff, onClick }: ToolProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={styles['tool'] ?? ''}
      leftSection={<ToolIcon {...ICON} />}
      disabled={isOff}
      onClick={onClick}
    >
      <IconLabel hiddenIn={NARROW_EDITOR}>{label}</IconLabel>
    </Button>
  );
}

interface NoRunProps {
  readonly place: { readonly kit: string; readonly buffer: string; readonly analyser: string };
  /** The run whose wells are shown instead; null if none is chosen. */
  readonly run: KitRun | null;
  readonly hasOthers: boolean;
}

/** Shown if no run has the kit: explains what to do, and which run is shown instead. */
function NoRun({ place: { kit, buffer, analyser }, run, hasOthers }: NoRunProps) {
  return (
    <p className={charts['no-run']}>
      <span>
        {text.kits.charts.noRun(kit, buffer, analyser)}
        {run === null && hasOthers && ` ${text.kits.charts.useOther}`}
        {run !== null && ` ${text.kits.charts.allWells(run.businessId)}`}
      </span>
      <Button component={Link} to={paths.runImport()} variant="subtle" size="compact-sm">
        {text.kits.charts.importRun}
      </Button>
    </p>
  );
}
