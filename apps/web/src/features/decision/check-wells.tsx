import {
  curveWells,
  foldedWells,
  hasNoCalls,
  isMostlyUncalled,
  notSeen,
  sampleResults,
  upperFirst,
} from '@curvewell/domain';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { formatTime } from '../../shared/format/format.ts';
import { useOpenCheck } from './check-context.ts';
import { AnsweredRow, CheckSection, KindReason, KindSeen, Rows } from './check-section.tsx';
import classes from './check.module.css';
import { headingId } from './heading-id.ts';
import { countedText, FoldedParts, isOfSameWell, WellParts, WellsLink } from './well-parts.tsx';

const texts = text.decision;

export function NoCall() {
  const { doubts, demands } = useOpenCheck().check;
  const { unresolved, wells } = doubts;
  const words = texts.noCall;
  const kinds = ['unresolved'] as const;
  if (unresolved.length === 0)
    return (
      <CheckSection
        kinds={kinds}
        look={wells.samples === 0 ? 'none' : 'calm'}
        title={words.all}
        note={wells.samples === 0 ? words.noSamples : words.none}
      />
    );
  const isMost = isMostlyUncalled(doubts);
  const isOfSamples = unresolved.some((well) => well.isOfSample);
  const most = isOfSamples ? words.mostOfSamples : words.most;
  return (
    <CheckSection
      kinds={kinds}
      look={isMost ? 'danger' : 'warning'}
      title={hasNoCalls(doubts) ? words.all : isOfSamples ? words.titleOfSamples : words.title}
      count={isMost ? most(unresolved.length, sampleResults(doubts)) : countedText(unresolved, doubts)}
      rule={demands.unresolved ?? null}
      action={<KindSeen kind="unresolved" count={unresolved.length} describedBy={headingId('unresolved')} />}
    >
      <Rows items={foldedWells(unresolved, ({ reason }) => `${upperFirst(reason)}.`.replace(/\.\.$/, '.'))}>
        {(folded) => (
          <div key={folded.wells[0].wellId} className={classes['row']}>
            <FoldedParts folded={folded} />
          </div>
        )}
      </Rows>
      <KindReason kind="unresolved" />
    </CheckSection>
  );
}

export function Curves() {
  const { doubts, demands } = useOpenCheck().check;
  const wells = curveWells(doubts);
  const words = texts.curves;
  const kinds = ['curves'] as const;
  if (wells.length === 0)
    return (
      <CheckSection
        kinds={kinds}
        look="calm"
        title={words.calm}
        note={demands.curves === undefined ? words.noneOfBefore : words.none}
      />
    );
  return (
    <CheckSection
      kinds={kinds}
      look="warning"
      title={words.doubtful}
      count={countedText(wells, doubts)}
      rule={demands.curves ?? null}
      action={<KindSeen kind="curves" count={wells.length} describedBy={headingId('curves')} />}
    >
      <Rows items={foldedWells(wells, (well) => well.texts.map(upperFirst).join(' '))}>
        {(folded, before) => (
          <div key={folded.wells[0].wellId} className={classes['row']}>
            <FoldedParts folded={folded} isNamed={!isOfSameWell(folded, before)} />
          </div>
        )}
      </Rows>
      <KindReason kind="curves" />
    </CheckSection>
  );
}

/** Borderline wells, which are reviewed on the plate one after the other. */
export function NearBorder() {
  const { check, wellAddress, isReadOnly } = useOpenCheck();
  const { nearBorder } = check.doubts;
  const words = texts.near;
  const kinds = ['nearBorder'] as const;
  if (nearBorder.length === 0)
    return <CheckSection kinds={kinds} look="calm" title={words.title} note={words.none} />;
  const unseen = notSeen(check).length;
  const rule = check.demands.nearBorder === 'confirm' ? texts.allSeen : check.demands.nearBorder;
  return (
    <CheckSection
      kinds={kinds}
      look={unseen === 0 ? 'calm' : 'seen'}
      title={words.title}
      count={countedText(nearBorder, check.doubts)}
      note={words.seen(nearBorder.length - unseen, nearBorder.length)}
      rule={rule ?? null}
      action={
        isReadOnly ? (
          <WellsLink wells={nearBorder} />
        ) : (
          <Button
            component={Link}
            to={`${wellAddress({ position: '' })}&review=near`}
            size="compact-sm"
            variant="default"
            data-answer="nearBorder"
            data-open={unseen > 0 || undefined}
            leftSection={<IconPlayerPlay size={13} stroke={1.6} aria-hidden />}
          >
            {words.review(unseen)}
          </Button>
        )
      }
    >
      <KindReason kind="nearBorder" />
    </CheckSection>
  );
}

export function Overrides() {
  const { check, demands } = useOpenCheck();
  const { changedByHand } = check.doubts;
  const words = texts.changed;
  const kinds = ['changedByHand'] as const;
  if (changedByHand.length === 0)
    return <CheckSection kinds={kinds} look="calm" title={words.title} note={words.none} />;
  return (
    <CheckSection
      kinds={kinds}
      look="noted"
      title={words.title}
      count={String(changedByHand.length)}
      rule={check.demands.changedByHand ?? null}
    >
      <Rows items={changedByHand} isAsked={demands.some(({ kind }) => kind === 'changedByHand')}>
        {(well) => (
          <AnsweredRow key={well.wellId} kind="changedByHand" well={well}>
            <WellParts well={well} from={well.from}>
              {well.reason !== null && `“${well.reason}”`}
            </WellParts>
            <span className={classes['by']}>
              {well.byName}, {formatTime(well.at)}
            </span>
          </AnsweredRow>
        )}
      </Rows>
    </CheckSection>
  );
}
