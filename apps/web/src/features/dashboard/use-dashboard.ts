import type { Dashboard } from '@curvewell/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useMe } from '../../data/identity.ts';
import { dashboardQueries } from '../../data/dashboard.ts';
import { today } from '../../shared/format/format.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { closePanel, dangersOf, isPanelClosed, openPanel } from './closed-until.ts';

/** Time without pointer movement before the panel may change. */
const REST_MS = 10_000;

export interface DashboardState {
  readonly day: string;
  readonly dashboard: Dashboard | null;
  readonly isFailed: boolean;
  /** Whether it may be shown once it is known. */
  readonly isAwaited: boolean;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** The dashboard of today, and whether it is shown. */
export function useDashboard(): DashboardState {
  const { preferredUsername: userId } = useMe();
  useMinute();
  const day = today();
  const { data, isError } = useQuery(dashboardQueries.read(startOf(day)));
  const dashboard = useAtRest(data ?? null);
  const [, setTurn] = useState(0);
  const isClosed = dashboard !== null && isPanelClosed({ userId, day }, dangersOf(dashboard));
  return {
    day,
    dashboard,
    isFailed: isError && dashboard === null,
    isAwaited: dashboard === null && !isError && !isPanelClosed({ userId, day }, []),
    isOpen: dashboard !== null && hasNews(dashboard) && !isClosed,
    open: () => {
      openPanel(userId);
      setTurn((turn) => turn + 1);
    },
    close: () => {
      if (dashboard !== null) closePanel({ userId, day }, dangersOf(dashboard));
      setTurn((turn) => turn + 1);
    },
  };
}

/** Local midnight. */
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** Whether there is anything to show. A section that failed to load counts. */
export const hasNews = ({ waiting, controls, deliveries, lots, archives, preparing }: Dashboard): boolean =>
  preparing !== null ||
  [waiting, controls, deliveries, lots, archives].some((section) => section === null || section.count > 0);

/**
 * Delays updates while the pointer moves, so that nothing shifts under it. They appear after 10 s of rest or
 * when the page is shown again.
 */
function useAtRest(news: Dashboard | null): Dashboard | null {
  const [shown, show] = useState(news);
  // The first result is shown at once: there is nothing to shift.
  if (shown === null && news !== null) show(news);
  useEffect(() => {
    if (news === shown || shown === null) return undefined;
    let timer = setTimeout(settle, REST_MS);
    function settle() {
      show(news);
    }
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, REST_MS);
    };
    document.addEventListener('pointermove', later);
    window.addEventListener('focus', settle);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointermove', later);
      window.removeEventListener('focus', settle);
    };
  }, [news, shown]);
  return shown;
}
