/** What reads files needs of the contract: a process that reads one file loads this and no calls. */
export * from './analyser-profile.ts';
export * from './assay.ts';
export * from './import-report.ts';
export * from './plate.ts';
export * from './read-answers.ts';
