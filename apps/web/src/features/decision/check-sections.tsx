import {
  doubtfulWells,
  isGoodStandard,
  notSeen,
  wellsText,
  type ChannelName,
  type CheckDemand,
  type CheckedStandard,
  type CheckedWell,
  type DoubtKind,
} from '@curvewell/contracts';
import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { formatTime } from '../../shared/format.ts';
import { keepReviewedChannel } from '../../shared/reviewed-channel.ts';
import { ResultCode } from '../../shared/ui/result-code.tsx';
import { wellRangesText } from '../../shared/well-ranges.ts';
import { wellsToAddress } from '../plate/wells-in-address.ts';
import { useOpenCheck } from './check-context.ts';
import { AnsweredRow, CheckSection, Rows } from './check-section.tsx';
import classes from './check.module.css';

const texts = text.decision;

export function FailedControls() {
  const { check, demands } = useOpenCheck();
  const { failedControls, wells } = check.doubts;
  const failed = new Set(failedControls.map(({ position }) => position)).size;
  return (
    <CheckSection kind="failedControls" count={texts.of(failed, wells.controls)}>
      <Rows items={failedControls} isAsked={isAsked(demands, 'failedControls')}>
        {(control) => (
          <AnsweredRow key={control.wellId} kind="failedControls" well={control}>
            <WellParts well={control} />
            <span className={classes['why']}>
              <b>{control.channel}</b>: {control.cause}.
              {control.marks && (
                <>
                  {texts.marks(control.marks)}
                  <code>{control.marks.lot}</code>.
                </>
              )}
            </span>
          </AnsweredRow>
        )}
      </Rows>
    </CheckSection>
  );
}

const isAsked = (demands: readonly CheckDemand[], kind: DoubtKind): boolean =>
  demands.some((demand) => demand.kind === kind);

export function Standards() {
  const { doubts } = useOpenCheck().check;
  const { standards, channels } = doubts;
  const positions = new Set(standards.map(({ position }) => position)).size;
  const wrong = new Set(doubtfulWells(doubts, 'standards').map(({ position }) => position)).size;
  return (
    <CheckSection
      kind="standards"
      count={texts.someAsExpected(positions - wrong, positions)}
      isFilled={standards.length > 0}
    >
      {channels.map((channel) => (
        <StandardsOf
          key={channel}
          channel={channel}
          standards={standards.filter((one) => one.channel === channel)}
        />
      ))}
    </CheckSection>
  );
}

interface StandardsOfProps {
  readonly channel: ChannelName;
  readonly standards: readonly CheckedStandard[];
}

/** The wrong ones first and framed, the others in a line. */
function StandardsOf({ channel, standards }: StandardsOfProps) {
  const wrong = standards.filter((one) => !isGoodStandard(one));
  const right = standards.filter(isGoodStandard);
  const found = new Set(right.map(({ found: result }) => result?.diagnostic.name ?? null));
  const [first] = right;
  return (
    <div className={classes['standards']}>
      <b>{channel}</b>
      {wrong.map((standard) => (
        <span key={standard.wellId} className={classes['wrong']}>
          <WellLink well={standard} />
          {!standard.isAsExpected && (
            <>
              <ResultCode result={standard.expected} />
              <IconArrowRight size={12} aria-hidden />
              <VisuallyHidden>{texts.became}</VisuallyHidden>
            </>
          )}
          <ResultCode result={standard.found} />
          {!standard.isAsExpected && <b>{texts.notAsExpected}</b>}
          {standard.outOfRange !== null && <b>{standard.outOfRange}</b>}
        </span>
      ))}
      {first !== undefined && (
        <span className={classes['right']}>
          {found.size === 1 && wrong.length === 0 ? (
            <>
              {texts.of(right.length, standards.length)} <ResultCode result={first.found} />
            </>
          ) : (
            right.map((standard) => (
              <span key={standard.wellId}>
                {standard.position} <ResultCode result={standard.found} />
              </span>
            ))
          )}
          <IconCheck size={13} stroke={2} color="var(--success)" aria-hidden /> {texts.asExpected}
        </span>
      )}
    </div>
  );
}

export function Unresolved() {
  const { unresolved, channels } = useOpenCheck().check.doubts;
  return (
    <CheckSection kind="unresolved" count={wellsText(unresolved)}>
      <div className={classes['channels']}>
        {channels.map((channel) => {
          const wells = unresolved.filter((well) => well.channel === channel);
          return (
            <div key={channel}>
              <div className={classes['channel']}>{texts.inChannels([[channel, wells.length]])}</div>
              <Rows items={wells}>
                {(well) => (
                  <div key={well.wellId} className={classes['row']}>
                    <WellParts well={well} />
                    <span className={classes['why']}>{well.reason}</span>
                  </div>
                )}
              </Rows>
            </div>
          );
        })}
      </div>
    </CheckSection>
  );
}

export function ChangedByHand() {
  const { check, demands } = useOpenCheck();
  const { changedByHand } = check.doubts;
  return (
    <CheckSection kind="changedByHand" count={String(changedByHand.length)}>
      <Rows items={changedByHand} isAsked={isAsked(demands, 'changedByHand')}>
        {(well) => (
          <AnsweredRow key={well.wellId} kind="changedByHand" well={well}>
            <WellParts well={well} from={well.from} />
            {well.reason !== null && <span className={classes['why']}>“{well.reason}”</span>}
            <span className={classes['by']}>
              {well.channel} · {well.byName}, {formatTime(well.at)}
            </span>
          </AnsweredRow>
        )}
      </Rows>
    </CheckSection>
  );
}

/** What was to be looked at when the plate was started: names used twice, other lots, lots that had expired. */
export function PlateDoubts() {
  const { check, wellAddress } = useOpenCheck();
  const { plate } = check.doubts;
  if (plate.length === 0) return null;
  return (
    <section aria-labelledby="check-plate" className={classes['section']}>
      <div className={classes['section-head']}>
        <h3 id="check-plate">
          <IconAlertTriangle size={17} stroke={1.6} color="var(--warning)" aria-hidden />
          {texts.plate}
          <span style={{ color: 'var(--warning)' }}>{texts.toLookAt(plate.length)}</span>
        </h3>
        <span className={classes['rule']}>{texts.rule('note')}</span>
      </div>
      <Rows items={plate}>
        {({ text: said, positions }) => (
          <div key={said} className={classes['row']}>
            <span className={classes['why']}>{said}</span>
            <Anchor
              component={Link}
              to={wellAddress({ position: wellsToAddress(positions) })}
              className={classes['position'] ?? ''}
            >
              {wellRangesText(positions)}
            </Anchor>
          </div>
        )}
      </Rows>
    </section>
  );
}

export function Flags() {
  const { check, wellAddress } = useOpenCheck();
  const { nearBorder, spikes, saturated, notAnalysed } = check.doubts;
  const unseen = notSeen(check).length;
  const flagged = [...nearBorder, ...spikes, ...saturated];
  const positions = flagged.map(({ position }) => ({ position }));
  const unique = [...new Map(positions.map((one) => [one.position, one])).values()];
  return (
    <CheckSection
      kind="nearBorder"
      count={flagged.length === 0 ? '' : wellsText(unique)}
      isFilled={flagged.length + notAnalysed.length > 0}
      action={
        check.signed === null && (
          <Button
            component={Link}
            to={`${wellAddress({ position: '' })}&review=near`}
            size="compact-sm"
            variant="default"
            leftSection={<IconPlayerPlay size={13} stroke={1.6} aria-hidden />}
          >
            {texts.review(unseen)}
          </Button>
        )
      }
    >
      <div className={classes['flags']}>
        {nearBorder.length > 0 && (
          <span>
            <b>{texts.near(nearBorder.length)}</b>{' '}
            {texts.nearSeen(nearBorder.length - unseen, nearBorder.length)}
          </span>
        )}
        <FlaggedWells label={texts.spikes(spikes.length)} wells={spikes} />
        <FlaggedWells label={texts.saturated(saturated.length)} wells={saturated} />
        {notAnalysed.length > 0 && (
          <span className={classes['not-analysed']}>
            {texts.notAnalysed(notAnalysed.length, wellRangesText(notAnalysed))}
          </span>
        )}
      </div>
    </CheckSection>
  );
}

/** More are found on the plate. */
const FLAGGED_LINKS = 6;

function FlaggedWells({ label, wells }: { readonly label: string; readonly wells: readonly CheckedWell[] }) {
  if (wells.length === 0) return null;
  return (
    <span>
      <b>{label}</b>{' '}
      {wells.slice(0, FLAGGED_LINKS).map((well) => (
        <WellLink key={well.wellId} well={well} />
      ))}
      {wells.length > FLAGGED_LINKS && '…'}
    </span>
  );
}

interface WellPartsProps {
  readonly well: CheckedWell;
  /** What it was before. */
  readonly from?: CheckedWell['found'];
}

/** Position, name, result: what a row begins with. */
function WellParts({ well, from }: WellPartsProps) {
  return (
    <>
      <WellLink well={well} />
      <span className={classes['name']}>{well.name}</span>
      {from !== undefined && (
        <>
          <ResultCode result={from} />
          <IconArrowRight size={12} aria-hidden />
          <VisuallyHidden>{texts.became}</VisuallyHidden>
        </>
      )}
      <ResultCode result={well.found} />
    </>
  );
}

function WellLink({ well }: { readonly well: CheckedWell }) {
  const { wellAddress } = useOpenCheck();
  return (
    <Anchor
      component={Link}
      to={wellAddress(well)}
      className={classes['position'] ?? ''}
      onClick={() => {
        keepReviewedChannel(well.channel);
      }}
    >
      {well.position}
    </Anchor>
  );
}
