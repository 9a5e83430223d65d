import type { CALLS } from '@curvewell/contracts';

/** What each area of the API is about: the tags of its document. */
export const AREAS: Readonly<Record<keyof typeof CALLS, string>> = {
  analysers: 'Cyclers, and how their files are read.',
  archive: 'Archived runs: archive, search, restore, delete.',
  audit: 'The audit trail, its chain of hashes and its export.',
  controls: 'Control charts of controls and standards.',
  decisions: 'Submit, approve or reject a run, and the check before it.',
  deliveries: 'Results on their way to the file server.',
  diagnostics: 'Diagnostics that a kit can suggest.',
  exports: 'Results, records and archives as files.',
  fileTransfer: 'The connection to the file server of the laboratory.',
  identity: 'Who is signed in, and what is public about the installation.',
  interpretation: 'Interpretation of runs, charts, and results changed by people.',
  jobs: 'Background jobs of the installation.',
  kits: 'Kits, their versions and configurations.',
  laboratories: 'Laboratories and their rules.',
  liveEvents: 'Events as they happen, as server-sent events.',
  lots: 'Lots of kit versions.',
  morning: 'What needs attention in the laboratory.',
  plate: 'Reference data of plates.',
  releases: 'Notes of the releases.',
  runs: 'Runs: list, import, change, comment, delete.',
  templates: 'Plate templates.',
  users: 'Users of laboratories.',
  whatIf: 'Settings tried on past runs.',
  workLists: 'Columns of imported work lists.',
};
