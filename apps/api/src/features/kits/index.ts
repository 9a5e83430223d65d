export { diagnosticColorOf, ownParts } from './read/diagnostic-color.ts';
export { ownerDetails, refuseTakenKit } from './owner/new-kit.ts';
export { documentIssues } from './transfer/document-check.ts';
export { storeDocument } from './transfer/import-kit.ts';
export { jsonDownload } from './transfer/export-kit.ts';
export { keptTemplatesAt, keptTemplatesOf, storeTemplates } from './templates/kept-templates.ts';
export { lockVersion, refuseLocked } from './configuration/lock-version.ts';
export {
  SETTINGS_FIELDS,
  SETTINGS_SELECT,
  settingsOfRow,
  ZONES_OF_PHASE,
  type SettingsRow,
  type StoredSettings,
} from './read/settings-of-row.ts';
export { dayOf, kitVersionReference, lotInclude, lotView, visibleLots } from './read/lot-view.ts';
export { zoneRow } from './configuration/store-configurations.ts';
export { validVersion } from './read/validity.ts';
export { readDocument, unreadable } from './transfer/read-document.ts';
