/** What reads files needs of the domain: a process that reads one file loads nothing else of it. */
export * from './analyser-profile.ts';
export * from './assay.ts';
export * from './import-report.ts';
export * from './plate.ts';
export * from './read-answers.ts';
