import {
  doubtfulWells,
  notSeen,
  wellsText,
  type ChannelName,
  type CheckedStandard,
  type CheckedWell,
} from '@curvewell/contracts';
import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { formatTime } from '../../shared/format.ts';
import { keepReviewedChannel } from '../../shared/reviewed-channel.ts';
import { ResultCode } from '../../shared/ui/result-code.tsx';
import { wellRangesText } from '../../shared/well-ranges.ts';
import { useOpenCheck } from './check-context.ts';
import { CheckSection, Rows } from './check-section.tsx';
import classes from './check.module.css';

const texts = text.decision;

export function FailedControls() {
  const { failedControls, wells } = useOpenCheck().check.doubts;
  const failed = new Set(failedControls.map(({ position }) => position)).size;
  return (
    <CheckSection kind="failedControls" count={texts.of(failed, wells.controls)}>
      <Rows items={failedControls}>
        {(control) => (
          <WellRow key={control.wellId} well={control}>
            <span className={classes['why']}>
              <b>{control.channel}</b>: {control.cause}.
              {control.marks && (
                <>
                  {texts.marks(control.marks)}
                  <code>{control.marks.lot}</code>.
                </>
              )}
            </span>
          </WellRow>
        )}
      </Rows>
    </CheckSection>
  );
}

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
  const wrong = standards.filter(({ isAsExpected }) => !isAsExpected);
  const right = standards.filter(({ isAsExpected }) => isAsExpected);
  const found = new Set(right.map(({ found: result }) => result?.diagnostic.name ?? null));
  const [first] = right;
  return (
    <div className={classes['standards']}>
      <b>{channel}</b>
      {wrong.map((standard) => (
        <span key={standard.wellId} className={classes['wrong']}>
          <WellLink well={standard} />
          <ResultCode result={standard.expected} />
          <IconArrowRight size={12} aria-hidden />
          <VisuallyHidden>{texts.became}</VisuallyHidden>
          <ResultCode result={standard.found} />
          <b>{texts.notAsExpected}</b>
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
                  <WellRow key={well.wellId} well={well}>
                    <span className={classes['why']}>{well.reason}</span>
                  </WellRow>
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
  const { changedByHand } = useOpenCheck().check.doubts;
  return (
    <CheckSection kind="changedByHand" count={String(changedByHand.length)}>
      <Rows items={changedByHand}>
        {(well) => (
          <WellRow key={well.wellId} well={well} from={well.from}>
            {well.reason !== null && <span className={classes['why']}>“{well.reason}”</span>}
            <span className={classes['by']}>
              {well.channel} · {well.byName}, {formatTime(well.at)}
            </span>
          </WellRow>
        )}
      </Rows>
    </CheckSection>
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

interface WellRowProps {
  readonly well: CheckedWell;
  /** What it was before. */
  readonly from?: CheckedWell['found'];
  readonly children: ReactNode;
}

/** Position, name, result, and what there is to say of it. */
function WellRow({ well, from, children }: WellRowProps) {
  return (
    <div className={classes['row']}>
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
      {children}
    </div>
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
