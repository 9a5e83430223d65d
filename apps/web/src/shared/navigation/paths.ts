/** The address of every page; `app/router.tsx` maps each to its component. */
const pages = {
  runList: () => '/',
  runImport: () => '/run/import',
  runCreation: (runId: string) => `/run/${runId}/configuration`,
  runInterpretation: (runId: string) => `/run/${runId}/interpretation`,
  runHistory: (runId: string) => `/run/${runId}/history`,
  archive: () => '/archive',
  archiveInterpretation: (runId: string) => `/archive/run/${runId}/interpretation`,
  archiveHistory: (runId: string) => `/archive/run/${runId}/history`,
  controls: () => '/controls',
  laboratory: () => '/laboratory',
  configure: () => '/admin/configuration',
  audit: () => '/admin/audit',
  laboratories: () => '/admin/laboratories',
  jobs: () => '/admin/jobs',
  laboratoryAdd: () => '/admin/add',
  notFound: () => '/404',
} as const;
export type PageName = keyof typeof pages;

export const paths = {
  ...pages,
  /** The list, searched for a text. */
  searchedRuns: (search: string) => `/?${new URLSearchParams({ search }).toString()}`,
  configurationTab: (tab: string) => `/admin/configuration?tab=${tab}`,
  /** A new kit on the curves of a run; without one, of a file. */
  newKit: (runId = 'file') => `/admin/configuration?tab=kits&make=${runId}`,
  /** A kit from a file of another installation. */
  kitImport: () => '/admin/configuration?tab=transfer&way=import',
  /** A new analyser by form. */
  newAnalyser: () => '/admin/configuration?tab=analysers&add=1',
  kitOn: ({ kitId, versionId, analyserId }: Record<'kitId' | 'versionId' | 'analyserId', string>) =>
    `/admin/configuration?${new URLSearchParams({ tab: 'kits', kit: kitId, version: versionId, analyser: analyserId }).toString()}`,
  kit: (kitId: string) => `/admin/configuration?tab=kits&kit=${kitId}`,
  lots: ({ kitId, versionId, search }: Record<'kitId' | 'versionId' | 'search', string>) =>
    `/admin/configuration?${new URLSearchParams({ tab: 'lots', kit: kitId, version: versionId, search }).toString()}`,
  /** A user of the own laboratory. */
  person: (userId: string) => `/laboratory?user=${userId}`,
  /** The same, among all laboratories. */
  personOf: ({ userId, laboratoryId }: Record<'userId' | 'laboratoryId', string>) =>
    `/admin/laboratories?laboratory=${laboratoryId}&user=${userId}`,
  fileTransfer: () => '/admin/configuration?tab=fileTransfer',
  /** What-if evaluation of a kit version. */
  tryVersion: ({ kitId, versionId }: { readonly kitId: string; readonly versionId: string }) =>
    `/admin/configuration?tab=kits&kit=${kitId}&version=${versionId}&try=1`,
} as const;
