import {
  combinedText,
  callSentence,
  describeCall,
  controlsFor,
  figureText,
  isStopped,
  kitWords,
  noCallShort,
  requiredControlTexts,
  ruleText,
  sampleText,
  tmText,
  type CallExplanation,
  type CallDescription,
  type InterpretedWell,
  type PhaseType,
  type Run,
  type DescribedPeak,
} from '@curvewell/domain';
import { IconCheck } from '@tabler/icons-react';
import { Fragment, useMemo, type ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import { lookOf } from '../result-look.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { ColumnHeads } from '../../../shared/ui/lists/column-heads.tsx';
import classes from './call-why.module.css';
import type { ReviewWell } from '../state/review-wells.ts';

interface CallWhyProps {
  readonly id: string;
  readonly run: Run;
  readonly interpreted: readonly InterpretedWell[];
  readonly review: ReviewWell;
  readonly scheme: Scheme;
}

const texts = text.interpretation.why;

export function whySentence(explanation: CallExplanation): string {
  return explanation.diagnostic === null && isStopped(explanation)
    ? texts.noRule(noCallShort(explanation))
    : callSentence(explanation);
}

/** Explains a call: sentence, peaks, rules and controls. */
export function CallWhy({ id, run, interpreted, review, scheme }: CallWhyProps) {
  const description = useMemo(() => {
    const words = kitWords(run, interpreted).get(review.well.kitVersion?.id ?? '');
    return describeCall(review.interpreted, words);
  }, [run, interpreted, review]);
  const chosen = description.rules.find(({ isChosen }) => isChosen);
  return (
    <section id={id} className={classes['why']} aria-label={texts.title(review.position)}>
      <p className={classes['sentence']}>
        {whySentence(review.interpreted.explanation)}.
        {!description.isStopped &&
          ` ${chosen ? texts.called(chosen.number, chosen.called) : (description.noRule ?? '')}.`}
      </p>
      {description.control !== null && <p>{description.control}</p>}
      {review.sample !== null && <p>{sampleText(review.sample)}</p>}
      {review.combined !== null && <p>{combinedText(review.combined)}</p>}
      {[
        ...description.shift,
        ...description.templates,
        ...description.shape,
        ...description.amplification,
      ].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <PeakRows description={description} review={review} />
      {description.rules.length > 0 && <Rules description={description} />}
      <dl className={classes['facts']}>
        <Fact term={texts.controls}>
          <Controls run={run} interpreted={interpreted} review={review} scheme={scheme} />
          {requiredControlTexts(review.well, run).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Fact>
      </dl>
      <p className={classes['versions']}>
        {texts.versions({
          algorithm: review.interpreted.explanation.algorithmVersion,
          kit: `${review.well.kitVersion?.kit.name ?? ''} ${review.well.kitVersion?.version ?? ''} (${review.well.reactionBuffer?.name ?? ''})`,
          sha256: run.configurationSha256 ?? '',
        })}
      </p>
    </section>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const COLUMNS = [texts.peak, texts.zone, texts.height, texts.quality, texts.significance];

function PeakRows({
  description,
  review,
}: {
  readonly description: CallDescription;
  readonly review: ReviewWell;
}) {
  const phases = review.interpreted.explanation.phases.toSorted((a, b) => a.type.localeCompare(b.type));
  return (
    <table className={classes['peaks']}>
      <caption className="visually-hidden">{texts.peaks}</caption>
      <ColumnHeads heads={COLUMNS} />
      {phases.map(({ type, settings }) => (
        <tbody key={type}>
          <tr>
            <th scope="rowgroup" className={classes['phase']}>
              {type}
            </th>
            <td />
            <td className={classes['limit']}>{texts.atLeast(figureText(settings.minThreshold))}</td>
            <td className={classes['limit']}>{texts.atLeast(figureText(settings.minQuality))}</td>
            <td className={classes['limit']}>{texts.atLeast(figureText(settings.slopeThreshold))}</td>
          </tr>
          <PhasePeaks type={type} peaks={description.peaks.filter(({ phase }) => phase === type)} />
        </tbody>
      ))}
    </table>
  );
}

function PhasePeaks({ type, peaks }: { readonly type: PhaseType; readonly peaks: readonly DescribedPeak[] }) {
  if (peaks.length === 0) {
    return (
      <tr>
        <td colSpan={COLUMNS.length} className={classes['none']}>
          {texts.noPeaks(type)}
        </td>
      </tr>
    );
  }
  return peaks.map(({ peak, zone, dropped }) => (
    <Fragment key={peak.tm}>
      <tr data-dropped={dropped !== null || undefined}>
        <td>
          <svg width="11" height="9" viewBox="-1 -1 12 10" className={classes['mark']} aria-hidden="true">
            <path d="M5 8L0 0h10z" />
          </svg>
          <b>{tmText(peak)}</b>
        </td>
        <td>
          {zone === null ? (
            texts.outside
          ) : (
            <>
              <b>{zone.name}</b> {zone.label}
              <span className={classes['bounds']}>{zone.text}</span>
            </>
          )}
        </td>
        <td>{figureText(peak.height)}</td>
        <td>{figureText(peak.quality)}</td>
        <td>{figureText(peak.significance)}</td>
      </tr>
      {dropped !== null && (
        <tr className={classes['reason']}>
          <td colSpan={COLUMNS.length}>{texts.dropped(dropped)}</td>
        </tr>
      )}
    </Fragment>
  ));
}

function Rules({ description }: { readonly description: CallDescription }) {
  return (
    <div>
      <h3>{texts.rules(description.combination)}</h3>
      <ol className={classes['rules']}>
        {description.rules.map((rule) => (
          <li key={rule.number} data-chosen={rule.isChosen || undefined}>
            {ruleText(rule)}{' '}
            <span>
              {rule.isChosen && <IconCheck size={14} stroke={2} aria-hidden="true" />}
              {rule.isChosen ? texts.chosen : rule.isOpen ? texts.open : texts.failed}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Controls({ run, interpreted, review, scheme }: Omit<CallWhyProps, 'id'>) {
  const controls = controlsFor(review.well, { run, interpreted });
  if (controls.length === 0) return texts.noControls;
  return (
    <ul className={classes['controls']}>
      {controls.map(({ position, sampleType, result, isByHand }) => {
        const look = lookOf(result, scheme);
        const overridden = isByHand ? ` ${texts.overridden}` : '';
        const label = `${texts.control(position, text.sampleTypes[sampleType], look.name)}${overridden}`;
        return (
          <li key={position} aria-label={label}>
            {position} <DiagnosticCode look={look} small />
            {overridden}
          </li>
        );
      })}
    </ul>
  );
}
