import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useLocation } from 'react-router-dom';

import { NotFoundScreen } from '../screens/not-found-screen.tsx';
import { RunListScreen } from '../screens/run-list-screen.tsx';
import { type PageName, paths } from '../shared/navigation/paths.ts';
import { OutlinedScreen } from '../shared/ui/screen/outlined-screen.tsx';
import { pageAccess } from './access.ts';
import { hasLoadedCode, MissingCode } from './missing-code.tsx';
import type { PageHandle } from './page-handle.ts';
import { Shell } from './shell.tsx';

const page = (handle: PageHandle, element: ReactNode) => ({ handle, element });

/** A page whose code is loaded on first visit. */
const lazyPage = (handle: PageHandle, load: () => Promise<{ Component: () => ReactNode }>) => ({
  handle,
  lazy: async () => {
    try {
      const found = await load();
      hasLoadedCode();
      return found;
    } catch (error) {
      return { Component: () => <MissingCode error={error} /> };
    }
  },
});

/** Redirects an unknown address to /404, which shows the address. */
function Unknown() {
  const { pathname } = useLocation();
  return <Navigate to={paths.notFound()} replace state={{ address: pathname }} />;
}

const interpretation = async () => ({
  Component: (await import('../screens/interpretation-screen.tsx')).InterpretationScreen,
});
const history = async () => ({
  Component: (await import('../screens/history-screen.tsx')).HistoryScreen,
});

const PAGES = {
  runList: page({ access: pageAccess.runs, rail: 'runs' }, <RunListScreen />),
  runImport: lazyPage({ access: pageAccess.runs, rail: 'runs' }, async () => ({
    Component: (await import('../screens/import-screen.tsx')).ImportScreen,
  })),
  runCreation: lazyPage({ access: pageAccess.runs, rail: 'runs', plate: true }, async () => ({
    Component: (await import('../screens/creation-screen.tsx')).CreationScreen,
  })),
  runInterpretation: lazyPage({ access: pageAccess.runs, rail: 'runs', plate: true }, interpretation),
  runHistory: lazyPage({ access: pageAccess.runs, rail: 'runs' }, history),
  archive: lazyPage({ access: pageAccess.runs, rail: 'archive' }, async () => ({
    Component: (await import('../screens/archive-screen.tsx')).ArchiveScreen,
  })),
  archiveInterpretation: lazyPage({ access: pageAccess.runs, rail: 'archive', plate: true }, interpretation),
  archiveHistory: lazyPage({ access: pageAccess.runs, rail: 'archive' }, history),
  controls: lazyPage({ access: pageAccess.runs, rail: 'controls' }, async () => ({
    Component: (await import('../screens/controls-screen.tsx')).ControlsScreen,
  })),
  configure: lazyPage({ access: pageAccess.configuration, rail: 'configuration' }, async () => ({
    Component: (await import('../screens/configuration-screen.tsx')).ConfigurationScreen,
  })),
  audit: lazyPage({ access: pageAccess.audit, rail: 'audit' }, async () => ({
    Component: (await import('../screens/audit-screen.tsx')).AuditScreen,
  })),
  laboratories: lazyPage({ access: pageAccess.laboratories, rail: 'laboratories' }, async () => ({
    Component: (await import('../screens/laboratories-screen.tsx')).LaboratoriesScreen,
  })),
  laboratory: lazyPage({ access: pageAccess.laboratory, rail: 'laboratory' }, async () => ({
    Component: (await import('../screens/laboratory-screen.tsx')).LaboratoryScreen,
  })),
  laboratoryAdd: lazyPage({ access: pageAccess.laboratoryAdd, rail: 'laboratories' }, async () => ({
    Component: (await import('../screens/laboratory-add-screen.tsx')).LaboratoryAddScreen,
  })),
  jobs: lazyPage({ access: pageAccess.jobs, rail: 'jobs' }, async () => ({
    Component: (await import('../screens/jobs-screen.tsx')).JobsScreen,
  })),
  notFound: page({ access: {}, rail: null }, <NotFoundScreen />),
} satisfies Record<PageName, RouteObject>;

export const routes: RouteObject[] = [
  ...(Object.keys(PAGES) as PageName[]) // PAGES has no keys beyond PageName
    .map((name) => ({ path: paths[name](':runId'), ...PAGES[name] })),
  { path: '/admin', element: <Navigate to={paths.configure()} replace /> },
  { path: '*', element: <Unknown /> },
];

export function createRouter() {
  return createBrowserRouter([
    {
      element: <Shell />,
      HydrateFallback: OutlinedScreen,
      children: routes,
    },
  ]);
}
