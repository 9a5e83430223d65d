export { diagnosticColorOf } from './diagnostic-color.ts';
export { jsonDownload } from './export-kit.ts';
export { keptTemplatesAt, keptTemplatesOf, storeTemplates } from './kept-templates.ts';
export { lockVersion, refuseLocked } from './lock-version.ts';
export { dayOf, kitVersionReference, lotInclude, lotView, visibleLots } from './lot-view.ts';
export { zoneRow } from './store-configurations.ts';
export { validVersion } from './validity.ts';
export { readDocument, unreadable } from './read-document.ts';
