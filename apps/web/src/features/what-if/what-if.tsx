import { Button } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconEye } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';

import { startWhatIf, stopWhatIf, type WhatIfProgress, useWhatIf } from '../../data/what-if.ts';
import { text } from '../../locale/text.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { today } from '../../shared/format/format.ts';
import { HeadFacts } from '../../shared/ui/screen/head-facts.tsx';
import { PartHead } from '../../shared/ui/screen/screen-head.tsx';
import { ScreenFooter } from '../../shared/ui/screen/screen-footer.tsx';
import { toastSuccess } from '../../shared/ui/messages/toast.tsx';
import type { WhatIfKit } from '../../shared/what-if-kit.ts';
import { useStable } from '../../shared/hooks/use-stable.ts';
import { callLook } from './call-look.ts';
import { changeGroups, type ChangeFilter, listedChanges, whatIfFigures } from './change-groups.ts';
import { ChangeList } from './change-list.tsx';
import { ChangeView } from './change-view.tsx';
import { changesCsv } from './changes-csv.ts';
import { DEFAULT_RUNS, RunsForm } from './runs-form.tsx';
import { SampleChanges } from './sample-changes.tsx';
import { WhatIfHead } from './what-if-head.tsx';
import styles from './what-if.module.css';

const words = text.whatIf;

/** Whether an evaluation has these settings, on any runs. */
const isOf = (
  { request }: WhatIfProgress,
  {
    place,
    channels,
    outsideDiagnostic,
    tmShift,
    meltTemplates,
    curveShapes,
    amplification,
    replicates,
    channelRules,
  }: WhatIfKit,
): boolean =>
  request.kitId === place.kitId &&
  request.kitVersionId === place.kitVersionId &&
  request.reactionBufferId === place.reactionBufferId &&
  request.analyserId === place.analyserId &&
  request.outsideDiagnostic === outsideDiagnostic &&
  request.tmShift?.limit === tmShift?.limit &&
  request.meltTemplates?.from === meltTemplates?.from &&
  JSON.stringify(request.curveShapes) === JSON.stringify(curveShapes) &&
  JSON.stringify(request.amplification) === JSON.stringify(amplification) &&
  JSON.stringify(request.replicates) === JSON.stringify(replicates) &&
  JSON.stringify(request.channelRules) === JSON.stringify(channelRules) &&
  JSON.stringify(request.channels) === JSON.stringify(channels);

/** Evaluates settings of a kit on past runs: which calls change, and why. */
export function WhatIf(tried: WhatIfKit) {
  const {
    version,
    names,
    place,
    channels,
    outsideDiagnostic,
    tmShift,
    meltTemplates,
    curveShapes,
    amplification,
    replicates,
    channelRules,
    diagnostics,
  } = tried;
  const current = useWhatIf();
  const evaluation = current && isOf(current, tried) ? current : null;
  const [runs, setRuns] = useState(evaluation?.request ?? DEFAULT_RUNS);
  const [filter, setFilter] = useState<ChangeFilter>('all');
  const [activeKey, setActive] = useState<string | null>(null);
  const begin = useStable(() => {
    const ofSamples = { replicates, channelRules };
    const settings = { outsideDiagnostic, tmShift, meltTemplates, curveShapes, amplification, ...ofSamples };
    if (channels) startWhatIf({ ...place, channels, ...settings, ...runsOf(runs) });
  });
  // Also true if the settings were saved, which may reorder them.
  const isNotEvaluated = evaluation === null;
  useEffect(() => {
    if (isNotEvaluated) begin();
  }, [isNotEvaluated, begin]);

  const figures = useMemo(() => whatIfFigures(evaluation ?? { runs: [] }), [evaluation]);
  const changes = useMemo(() => listedChanges(evaluation ?? { runs: [] }), [evaluation]);
  const groups = useMemo(() => changeGroups(evaluation ?? { runs: [] }, filter), [evaluation, filter]);
  const look = useMemo(() => callLook(diagnostics), [diagnostics]);
  const channelNames = (channels ?? []).map(({ channel }) => channel);
  const unread = evaluation ? evaluation.total - evaluation.runs.length - evaluation.skipped.length : 0;
  const algorithm = algorithmText(figures.algorithms, evaluation?.algorithmVersion ?? null);

  return (
    <>
      <PartHead
        title={words.title(version)}
        beside={
          <span className={styles['nothing']}>
            <IconEye size={14} stroke={1.6} aria-hidden /> {words.nothingChanged}
          </span>
        }
        subtitle={
          figures.versions.length === 0
            ? words.subtitle(version)
            : words.subtitleOf(figures.versions.join(', '), version)
        }
        aside={
          <HeadFacts
            kept={[words.facts.kit, words.facts.analyser]}
            facts={[
              { term: words.facts.kit, value: `${names.kit} (${names.buffer})` },
              { term: words.facts.analyser, value: names.analyser },
              { term: words.facts.channels, value: channelNames.join(', ') },
              { term: words.facts.algorithm, value: algorithm },
            ]}
          />
        }
      />
      <div className={styles['work']}>
        <section className={styles['card']} aria-label={words.runs.title}>
          {tried.differences}
          <RunsForm
            runs={runs}
            onChange={setRuns}
            onRun={
              channels === null
                ? null
                : () => {
                    setActive(null);
                    begin();
                  }
            }
          />
        </section>
        <section className={styles['card']} aria-label={words.list.label}>
          <WhatIfHead
            evaluation={evaluation}
            isIncomplete={channels === null}
            figures={figures}
            changes={changes}
            channels={channelNames}
            names={names}
            filter={filter}
            onFilter={setFilter}
            onStop={stopWhatIf}
            onAgain={begin}
          />
          <SampleChanges runs={evaluation?.runs ?? []} />
          <ChangeList
            groups={groups}
            stays={evaluation ? figures.stays : []}
            look={look}
            activeKey={activeKey}
            onActive={setActive}
          />
        </section>
        <section className={styles['card']} aria-label={words.view.shown}>
          <ChangeView groups={groups} activeKey={activeKey} look={look} tried={tried} />
        </section>
      </div>
      <ScreenFooter
        start={
          <>
            <Button
              variant="subtle"
              color="gray"
              c="var(--ink2)"
              leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
              onClick={tried.onBack}
            >
              {words.back(version)}
            </Button>
            <Button
              variant="subtle"
              leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
              disabled={changes.length === 0}
              onClick={() => {
                const file = changesCsv(changes, (diagnostic) => look(diagnostic).name);
                const fileName = `${words.csv.name(names.kit, version)}_${today().replaceAll('-', '')}.csv`;
                saveFile({ blob: new Blob([file], { type: 'text/csv' }), fileName });
                toastSuccess(words.exported);
              }}
            >
              {words.export}
            </Button>
          </>
        }
        end={
          <>
            {evaluation && evaluation.state !== 'asked' && unread > 0 && (
              <span className={styles['note']}>{words.notRead(unread)}</span>
            )}
            {tried.onSave && (
              <Button size="md" loading={tried.isSaving} onClick={tried.onSave}>
                {words.save(version)}
              </Button>
            )}
          </>
        }
      />
    </>
  );
}

/** The selection of runs in an evaluation, without its settings. */
const runsOf = ({ last, status, from, samples, controls }: typeof DEFAULT_RUNS): typeof DEFAULT_RUNS => ({
  last,
  status,
  from,
  samples,
  controls,
});

function algorithmText(then: readonly string[], now: string | null): string | null {
  if (now === null) return null;
  return then.some((one) => one !== now)
    ? words.algorithms(then.filter((one) => one !== now).join(', '), now)
    : words.bothSides(now);
}
