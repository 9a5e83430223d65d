/** The part of the domain that the reader process needs, so that it loads nothing else. */
export * from './analyser-profile.ts';
export * from './assay.ts';
export * from './import-report.ts';
export * from './plate.ts';
export * from './read-answers.ts';
