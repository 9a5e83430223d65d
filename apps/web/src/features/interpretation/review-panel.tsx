import { Button, Kbd, Tabs } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { showShortcuts } from '../../shared/navigation/shortcuts.ts';
import { PlatePanel } from '../../shared/ui/plate/plate-layout.tsx';
import { IconLabel } from '../../shared/ui/screen/icon-label.tsx';
import { ExportPanel } from './export/export-panel.tsx';
import { sampleOf } from './export/export-request.ts';
import { useReview, type PanelTab } from './state/review-context.ts';
import classes from './review-panel.module.css';
import { RunComments } from './comments/run-comments.tsx';
import { WellsPanel } from './wells/wells-panel.tsx';
import { WholePlateList } from './plate/whole-plate-list.tsx';

const texts = text.interpretation.tabs;

/** Here the tabs need the room. */
const TIGHT = '(62.5em <= width < 75em)';

const TABS: readonly PanelTab[] = ['wells', 'plate', 'comments', 'export'];

/** The panel beside the plate: selected wells, comments on the run, export. */
export function ReviewPanel() {
  const { run, isArchived, wells, facts, selected, tab, setTab, panelRef, onPanelKey } = useReview();
  return (
    <PlatePanel ref={panelRef} aria-label={texts.label} onKeyDown={onPanelKey}>
      <Tabs
        value={tab}
        onChange={(value) => setTab(TABS.find((name) => name === value) ?? 'wells')}
        variant="pills"
        keepMounted={false}
        className={classes['tabs']}
      >
        <div className={classes['tab-list']} data-print="none">
          <Tabs.List aria-label={texts.label}>
            <Tabs.Tab value="wells">{texts.wells}</Tabs.Tab>
            <Tabs.Tab value="plate">{text.interpretation.plate.tab(facts.length)}</Tabs.Tab>
            <Tabs.Tab value="comments">{texts.comments(run.comments.length)}</Tabs.Tab>
            <Tabs.Tab value="export">{texts.export}</Tabs.Tab>
          </Tabs.List>
          <Button
            ml="auto"
            my="auto"
            size="compact-sm"
            variant="subtle"
            color="gray"
            rightSection={<Kbd size="xs">?</Kbd>}
            onClick={showShortcuts}
          >
            <IconLabel hiddenIn={TIGHT}>{text.interpretation.shortcuts}</IconLabel>
          </Button>
        </div>
        <Tabs.Panel value="wells" className={classes['tab-panel']}>
          <WellsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="plate" data-print="none" className={classes['tab-panel']}>
          <WholePlateList />
        </Tabs.Panel>
        <Tabs.Panel value="comments" data-print="none" className={classes['tab-panel']}>
          <RunComments runId={run.id} comments={run.comments} canUpdate={run.permissions.canUpdate} />
        </Tabs.Panel>
        <Tabs.Panel value="export" data-print="none" className={classes['tab-panel']}>
          <ExportPanel
            run={run}
            isArchived={isArchived}
            wellCount={wells.length}
            selectedWellIds={selected.map(({ well }) => well.id)}
            sample={sampleOf(selected)}
            onClose={() => setTab('wells')}
          />
        </Tabs.Panel>
      </Tabs>
    </PlatePanel>
  );
}
