import type { Dashboard, OutOfRange } from '@curvewell/contracts';
import { DELIVERY_FAULTS, diagnosticSign } from '@curvewell/domain';
import { IconChartLine, IconClock, IconDroplet, IconSend, IconTrash, type Icon } from '@tabler/icons-react';
import dayjs from 'dayjs';

import { text } from '../../locale/text.ts';
import { ageText } from '../../shared/format/age-text.ts';
import { controlAddress } from '../../shared/navigation/control-address.ts';
import { controlName } from '../../shared/format/control-name.ts';
import { attemptTime } from '../../shared/format/delivery-words.ts';
import { formatDate, formatDay, formatTime } from '../../shared/format/format.ts';
import { paths } from '../../shared/navigation/paths.ts';

const words = text.dashboard;

export interface DashboardLine {
  readonly key: string;
  /** Null if the user may not open it. */
  readonly to: string | null;
  readonly name: string;
  /** Monospaced, for lots. */
  readonly isCode?: boolean;
  readonly isTrial?: boolean;
  /** A run that the user may send again. */
  readonly sends?: { readonly runId: string; readonly businessId: number };
  /** Shown between the name and the facts. */
  readonly what?: string;
  readonly fact: string;
}

export interface DashboardPart {
  readonly name: 'waiting' | 'controls' | 'deliveries' | 'lots' | 'archives';
  readonly icon: Icon;
  readonly tone: 'warning' | 'danger' | 'plain';
  /** Null if it could not be loaded. */
  readonly count: number | null;
  readonly sentence: string;
  readonly lines: readonly DashboardLine[];
  /** A fact about all items, with the page that resolves it (`to` null without permission). */
  readonly note?: { readonly words: string; readonly to: string | null };
  /** Address of the full list. */
  readonly all: string;
}

interface Reader {
  readonly day: string;
  readonly canReadLots: boolean;
  readonly canSend: boolean;
}

/** The non-empty sections in display order. */
export function dashboardParts(dashboard: Dashboard, reader: Reader): DashboardPart[] {
  return [
    waitingPart(dashboard, reader),
    controlsPart(dashboard),
    deliveriesPart(dashboard, reader),
    lotsPart(dashboard, reader),
    archivesPart(dashboard, reader),
  ].filter(({ count }) => count !== 0);
}

/** “09:42” if today, “yesterday”, otherwise the date. */
function whenText(instant: string, day: string): string {
  const date = dayjs(instant).format('YYYY-MM-DD');
  return date === day ? formatTime(instant) : formatDate(instant);
}

function waitingPart({ waiting, waitsFor }: Dashboard, { day }: Reader): DashboardPart {
  const address = waitsFor === 'approve' ? paths.runInterpretation : paths.runCreation;
  return {
    name: 'waiting',
    icon: IconClock,
    tone: 'warning',
    count: waiting?.count ?? null,
    sentence: words.sections[waitsFor](waiting?.count ?? 0),
    lines: (waiting?.lines ?? []).map(({ runId, businessId, wells, since, isTrial }) => ({
      key: runId,
      to: address(runId),
      name: String(businessId),
      isTrial,
      fact: words.wells(wells, whenText(since, day)),
    })),
    all: `${paths.runList()}?status=${waitsFor === 'approve' ? 'WAIT_FOR_APPROVAL' : 'RUN_TO_INTERPRET'}`,
  };
}

function controlsPart({ controls }: Dashboard): DashboardPart {
  return {
    name: 'controls',
    icon: IconChartLine,
    tone: 'danger',
    count: controls?.count ?? null,
    sentence: words.sections.controls(controls?.count ?? 0),
    lines: (controls?.lines ?? []).map((control) => ({
      key: control.readingId,
      to: addressOf(control),
      name: String(control.businessId),
      what:
        control.rule === null
          ? words.well(controlName(control), control.position)
          : words.control(controlName(control), control.zone),
      fact: control.rule ?? failureOf(control),
    })),
    all: paths.controls(),
  };
}

/** Why a control failed without breaking a rule. */
function failureOf({ sampleType, phase, zone, call }: OutOfRange): string {
  if (call === null) return words.noCall;
  if (sampleType === 'STANDARD') return words.found(diagnosticSign(call));
  return phase === null ? words.failedControl : words.peak(zone);
}

function addressOf({ sampleType, expected, phase, zone, ...place }: OutOfRange): string {
  const isFollowed =
    phase !== null && zone !== null && (sampleType === 'STANDARD' || sampleType === 'POSITIVE_TEST');
  const key = isFollowed ? { sampleType, phase, zone, ...(expected !== undefined && { expected }) } : null;
  return controlAddress({ ...place, key });
}

function deliveriesPart({ deliveries }: Dashboard, { day, canSend }: Reader): DashboardPart {
  return {
    name: 'deliveries',
    icon: IconSend,
    tone: 'danger',
    count: deliveries?.count ?? null,
    sentence: words.sections.deliveries(deliveries?.count ?? 0),
    ...(deliveries !== null && noteOf(deliveries, canSend)),
    lines: (deliveries?.lines ?? []).map(({ runId, businessId, since }) => ({
      key: runId,
      to: paths.runInterpretation(runId),
      name: String(businessId),
      ...(canSend && { sends: { runId, businessId } }),
      fact: whenText(since, day),
    })),
    all: `${paths.runList()}?status=APPROVED`,
  };
}

/** Since when, why, and when the next attempt follows. */
function noteOf(
  { oldestSince, trouble }: NonNullable<Dashboard['deliveries']>,
  canSend: boolean,
): Pick<DashboardPart, 'note'> {
  if (oldestSince === null) return {};
  const oldest = words.oldest(ageText(oldestSince, Date.now()));
  const why = trouble === null ? null : DELIVERY_FAULTS[trouble.fault].words;
  const state =
    trouble === null || why === null
      ? null
      : trouble.nextTryAt === null
        ? words.stopped(why)
        : words.nextAttempt(attemptTime(trouble.nextTryAt), why);
  const noteWords = [state, oldest].filter((one) => one !== null).join(', ');
  return { note: { words: noteWords, to: canSend ? paths.fileTransfer() : null } };
}

function lotsPart({ lots }: Dashboard, { day, canReadLots }: Reader): DashboardPart {
  const configuration = `${paths.configure()}?tab=lots`;
  return {
    name: 'lots',
    icon: IconDroplet,
    tone: 'warning',
    count: lots?.count ?? null,
    sentence: words.sections.lots(lots?.count ?? 0),
    lines: (lots?.lines ?? []).map(({ lotId, name, kit, kitId, kitVersionId, expirationDate }) => ({
      key: lotId,
      name,
      isCode: true,
      to: canReadLots ? `${configuration}&kit=${kitId}&version=${kitVersionId}&lot=${lotId}` : null,
      fact: words.lot(kit, daysText(expirationDate, day)),
    })),
    all: `${configuration}&show=expiring`,
  };
}

function archivesPart({ archives }: Dashboard, { day }: Reader): DashboardPart {
  return {
    name: 'archives',
    icon: IconTrash,
    tone: 'plain',
    count: archives?.count ?? null,
    sentence: words.sections.archives(archives?.count ?? 0),
    lines: (archives?.lines ?? []).map(({ runId, businessId, deletionDate }) => ({
      key: runId,
      to: paths.archiveInterpretation(runId),
      name: String(businessId),
      fact: daysAway(deletionDate, day) === 1 ? words.tomorrow : formatDay(deletionDate),
    })),
    all: paths.archive(),
  };
}

const daysAway = (day: string, from: string): number => dayjs(day).diff(from, 'day');

function daysText(expirationDate: string, day: string): string {
  const days = daysAway(expirationDate, day);
  return days === 0 ? words.today : words.days(days);
}
