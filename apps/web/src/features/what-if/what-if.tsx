import { Anchor, Button } from '@mantine/core';
import { IconArrowLeft, IconEye } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';

import { startWhatIf, stopWhatIf, useWhatIf, type WhatIfProgress } from '../../data/what-if.ts';
import { text } from '../../locale/text.ts';
import { HeadFacts } from '../../shared/ui/screen/head-facts.tsx';
import { PartHead } from '../../shared/ui/screen/screen-head.tsx';
import { ScreenFooter } from '../../shared/ui/screen/screen-footer.tsx';
import type { RunChoice, WhatIfKit } from '../../shared/what-if-kit.ts';
import { useStable } from '../../shared/hooks/use-stable.ts';
import { callLook } from './call-look.ts';
import { changeGroups, type ChangeFilter, listedChanges, whatIfFigures } from './change-groups.ts';
import { ChangeList } from './change-list.tsx';
import { ChangeView } from './change-view.tsx';
import { DEFAULT_RUNS } from './default-runs.ts';
import { ExportLists } from './export-lists.tsx';
import { RunsForm } from './runs-form.tsx';
import { isRequestOf } from './settings.ts';
import { WhatIfHead } from './what-if-head.tsx';
import styles from './what-if.module.css';
import { paths } from '../../shared/navigation/paths.ts';
import { countedSamples, listedSamples, placesOf } from './samples-csv.ts';

const words = text.whatIf;
const MOST_SHOWN = 200;

/** Evaluates settings of a kit on past runs: which calls change, and why. */
export function WhatIf(tried: WhatIfKit) {
  const { version, names, place, settings, diagnostics } = tried;
  const { channels } = settings;
  const current = useWhatIf();
  const evaluation = current && isRequestOf(current.request, tried) ? current : null;
  const [runs, setRuns] = useState(evaluation?.request ?? DEFAULT_RUNS);
  const [filter, setFilter] = useState<ChangeFilter>('all');
  const [activeKey, setActive] = useState<string | null>(null);
  const begin = useStable(() => {
    if (channels) startWhatIf({ ...place, ...settings, channels, ...runsOf(runs) });
  });
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
            <ExportLists tried={tried} changes={changes} runs={evaluation?.runs ?? []} look={look} />
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
const runsOf = ({ last, status, from, samples, controls }: RunChoice): RunChoice => ({
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

/** The samples whose result over wells or channels changes, beside the wells; nothing if no kit combines wells. */
function SampleChanges({ runs }: Pick<WhatIfProgress, 'runs'>) {
  const { all, changed } = countedSamples(runs);
  if (all === 0) return null;
  const listed = listedSamples(runs).slice(0, MOST_SHOWN);
  return (
    <details className={styles['samples']}>
      <summary>{text.whatIf.samples.count(changed, all)}</summary>
      <ul>
        {listed.map(({ run: { runId, businessId }, change }) => (
          <li key={`${runId} ${JSON.stringify(change)}`}>
            <Anchor
              component={Link}
              to={`${paths.runInterpretation(runId)}?wells=${change.positions.join(',')}`}
              size="xs"
            >
              {text.whatIf.samples.sample(
                businessId,
                change.name ?? text.whatIf.samples.unnamed,
                placesOf(change),
              )}
            </Anchor>
            : {change.then ?? text.whatIf.samples.none} → {change.now ?? text.whatIf.samples.none}
          </li>
        ))}
      </ul>
      {listed.length < changed && <p>{text.whatIf.samples.listed(listed.length, changed)}</p>}
    </details>
  );
}
