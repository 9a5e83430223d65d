import {
  controlsByHand,
  doubtfulWells,
  factsOf,
  isGoodStandard,
  upperFirst,
  type CheckedStandard,
  type Run,
} from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { ResultCode } from '../../shared/ui/badges/result-code.tsx';
import { useOpenCheck } from './check-context.ts';
import {
  AnsweredRow,
  CheckSection,
  FactRows,
  FactWells,
  KindReason,
  KindSeen,
  Rows,
  useSectionRules,
} from './check-section.tsx';
import classes from './check.module.css';
import { WellParts } from './well-parts.tsx';

const texts = text.decision;
const { controls: controlTexts, standards: standardTexts } = texts;

const positionsOf = (wells: readonly { readonly position: string }[]): number =>
  new Set(wells.map(({ position }) => position)).size;

/** Failed and missing controls. */
export function Controls() {
  const { run, check, demands } = useOpenCheck();
  const { doubts } = check;
  const { failedControls, wells } = doubts;
  const missing = factsOf(doubts, 'missingControls');
  const failed = positionsOf(failedControls);
  const kinds = ['failedControls', 'missingControls'] as const;
  const rules = useSectionRules(kinds);
  if (failed + missing.length === 0) return <CalmControls run={run} />;
  const count = [
    ...(failed > 0 ? [controlTexts.failed(failed, wells.controls)] : []),
    ...(missing.length > 0
      ? [wells.controls === 0 ? controlTexts.none : controlTexts.missing(missing.length)]
      : []),
  ];
  return (
    <CheckSection
      kinds={kinds}
      look={failed > 0 || wells.controls === 0 ? 'danger' : 'warning'}
      title={controlTexts.title}
      count={count.join(', ')}
      rule={rules.shared}
    >
      <Rows items={failedControls} isAsked={demands.some(({ kind }) => kind === 'failedControls')}>
        {(control) => (
          <AnsweredRow key={control.wellId} kind="failedControls" well={control}>
            <WellParts well={control}>
              {upperFirst(control.cause)}.
              {control.marks && control.marks.samples > 0 && (
                <>
                  {controlTexts.held(control.marks)}
                  <code>{control.marks.lot}</code>
                  {controlTexts.areHeld(control.marks.samples)}
                </>
              )}
            </WellParts>
          </AnsweredRow>
        )}
      </Rows>
      <FactRows
        kind="missingControls"
        rule={rules.of('missingControls')}
        rows={missing.map(({ text: sentence, positions }) => ({
          sentence,
          link: <FactWells positions={positions} />,
        }))}
      />
    </CheckSection>
  );
}

/** No failed or missing controls. A plate without controls is no evidence for the results. */
function CalmControls({ run }: { readonly run: Run }) {
  const { demands, doubts } = useOpenCheck().check;
  const { controls } = doubts.wells;
  // Older checks do not record which controls the kit requires.
  const none = demands.missingControls === undefined ? controlTexts.noneNoted : controlTexts.noneAsked;
  const kinds = controlKinds(run, doubts.notAnalysed);
  const expected =
    kinds.positive + kinds.negative === controls
      ? `${controlTexts.asExpected(controls)}: ${controlTexts.kinds(kinds.positive, kinds.negative)}`
      : controlTexts.asExpected(controls);
  const byHand = controlsByHand(doubts);
  if (byHand.length > 0)
    return (
      <CheckSection
        kinds={['failedControls', 'missingControls']}
        look="warning"
        title={controlTexts.title}
        note={controlTexts.overridden(controls, byHand)}
      />
    );
  return (
    <CheckSection
      kinds={['failedControls', 'missingControls']}
      look={controls === 0 ? 'none' : 'calm'}
      title={controlTexts.title}
      note={controls === 0 ? none : expected}
    />
  );
}

function controlKinds({ analyses }: Run, notAnalysed: readonly string[]) {
  const types = new Map(
    analyses
      .flatMap(({ wells }) => Object.values(wells))
      .filter(({ position }) => !notAnalysed.includes(position))
      .map(({ position, sampleType }) => [position, sampleType]),
  );
  const count = (type: string): number => [...types.values()].filter((one) => one === type).length;
  return { positive: count('POSITIVE_TEST'), negative: count('NEGATIVE_TEST') };
}

export function Standards() {
  const { doubts, demands } = useOpenCheck().check;
  const { standards } = doubts;
  const wrong = standards.filter((one) => !isGoodStandard(one));
  const all = positionsOf(standards);
  const kinds = ['standards'] as const;
  if (wrong.length === 0)
    return (
      <CheckSection
        kinds={kinds}
        look={all === 0 ? 'none' : 'calm'}
        title={standardTexts.title}
        note={all === 0 ? standardTexts.none : standardTexts.asExpected(all)}
      />
    );
  const rowId = (standard: CheckedStandard): string => `check-standard-${standard.wellId}`;
  const isOne = wrong.length === 1;
  return (
    <CheckSection
      kinds={kinds}
      look="danger"
      title={standardTexts.title}
      count={standardTexts.wrong(positionsOf(doubtfulWells(doubts, 'standards')), all)}
      rule={demands.standards ?? null}
      action={!isOne && <KindSeen kind="standards" count={wrong.length} describedBy="check-standards" />}
    >
      <Rows items={wrong}>
        {(standard) => (
          <div key={standard.wellId} className={classes['row']} id={rowId(standard)}>
            <WellParts well={standard}>
              <WrongStandard standard={standard} />
            </WellParts>
            {isOne && <KindSeen kind="standards" count={1} describedBy={rowId(standard)} />}
          </div>
        )}
      </Rows>
      <KindReason kind="standards" />
    </CheckSection>
  );
}

/** “Expected M Homozygous mutated, found Heterozygous. 1-3s, C 61.11 °C is 3.5 SD above the mean.” */
function WrongStandard({ standard }: { readonly standard: CheckedStandard }) {
  const { expected, found, isAsExpected, outOfRange, changed } = standard;
  return (
    <>
      {!isAsExpected && (
        <>
          {standardTexts.expected}{' '}
          <span aria-hidden>
            <ResultCode result={expected} />
          </span>{' '}
          {expected?.diagnosticLabel}
          {standardTexts.found} {found?.diagnosticLabel ?? text.plate.noCall}.{' '}
        </>
      )}
      {outOfRange !== null && `${upperFirst(outOfRange)}. `}
      {changed !== null && `${upperFirst(changed)}.`}
    </>
  );
}
