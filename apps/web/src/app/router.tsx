import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useLocation } from 'react-router-dom';

import { NotFoundScreen } from '../screens/not-found-screen.tsx';
import { RunListScreen } from '../screens/run-list-screen.tsx';
import { paths } from '../shared/navigation/paths.ts';
import { LoadingScreen } from '../shared/ui/screen/loading-screen.tsx';
import { pageAccess, type PageHandle } from './access.ts';
import { codeIsThere, MissingCode } from './missing-code.tsx';
import { Shell } from './shell.tsx';

interface Page {
  readonly path: string;
  readonly handle: PageHandle;
}

const page = ({ path, handle }: Page, element: ReactNode): RouteObject => ({ path, handle, element });

/** A page whose code is fetched when it is opened. */
const lazyPage = (
  { path, handle }: Page,
  load: () => Promise<{ Component: () => ReactNode }>,
): RouteObject => ({
  path,
  handle,
  lazy: async () => {
    try {
      const found = await load();
      codeIsThere();
      return found;
    } catch (error) {
      return { Component: () => <MissingCode error={error} /> };
    }
  },
});

/** Unknown addresses are shown as what they were on the page that says so. */
function Unknown() {
  const { pathname } = useLocation();
  return <Navigate to={paths.notFound()} replace state={{ address: pathname }} />;
}

const routes: RouteObject[] = [
  page({ path: paths.runList(), handle: { access: pageAccess.runs } }, <RunListScreen />),
  lazyPage({ path: paths.runImport(), handle: { access: pageAccess.runs } }, async () => ({
    Component: (await import('../screens/import-screen.tsx')).ImportScreen,
  })),
  lazyPage(
    { path: paths.runCreation(':runId'), handle: { access: pageAccess.runs, plate: true } },
    async () => ({
      Component: (await import('../screens/creation-screen.tsx')).CreationScreen,
    }),
  ),
  ...[paths.runInterpretation(':runId'), paths.archiveInterpretation(':runId')].map((path) =>
    lazyPage({ path, handle: { access: pageAccess.runs, plate: true } }, async () => ({
      Component: (await import('../screens/interpretation-screen.tsx')).InterpretationScreen,
    })),
  ),
  ...[paths.runHistory(':runId'), paths.archiveHistory(':runId')].map((path) =>
    lazyPage({ path, handle: { access: pageAccess.runs } }, async () => ({
      Component: (await import('../screens/history-screen.tsx')).HistoryScreen,
    })),
  ),
  lazyPage({ path: paths.archive(), handle: { access: pageAccess.runs } }, async () => ({
    Component: (await import('../screens/archive-screen.tsx')).ArchiveScreen,
  })),
  lazyPage({ path: paths.controls(), handle: { access: pageAccess.runs } }, async () => ({
    Component: (await import('../screens/controls-screen.tsx')).ControlsScreen,
  })),
  lazyPage({ path: paths.configure(), handle: { access: pageAccess.configuration } }, async () => ({
    Component: (await import('../screens/configuration-screen.tsx')).ConfigurationScreen,
  })),
  lazyPage({ path: paths.audit(), handle: { access: pageAccess.audit } }, async () => ({
    Component: (await import('../screens/audit-screen.tsx')).AuditScreen,
  })),
  lazyPage({ path: paths.laboratories(), handle: { access: pageAccess.laboratories } }, async () => ({
    Component: (await import('../screens/laboratories-screen.tsx')).LaboratoriesScreen,
  })),
  lazyPage({ path: paths.laboratory(), handle: { access: pageAccess.laboratory } }, async () => ({
    Component: (await import('../screens/laboratory-screen.tsx')).LaboratoryScreen,
  })),
  lazyPage({ path: paths.laboratoryAdd(), handle: { access: pageAccess.laboratoryAdd } }, async () => ({
    Component: (await import('../screens/laboratory-add-screen.tsx')).LaboratoryAddScreen,
  })),
  lazyPage({ path: paths.jobs(), handle: { access: pageAccess.jobs } }, async () => ({
    Component: (await import('../screens/jobs-screen.tsx')).JobsScreen,
  })),
  { path: '/admin', element: <Navigate to={paths.configure()} replace /> },
  page({ path: paths.notFound(), handle: { access: {} } }, <NotFoundScreen />),
  { path: '*', element: <Unknown /> },
];

export function createRouter() {
  return createBrowserRouter([
    {
      element: <Shell />,
      HydrateFallback: LoadingScreen,
      children: routes,
    },
  ]);
}
