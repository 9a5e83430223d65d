/** The part of the domain that the reader process needs, so that it loads nothing else. */
export * from './kit/analyser-profile.ts';
export * from './kit/assay.ts';
export * from './run/import-report.ts';
export * from './plate/plate.ts';
export * from './run/read-answers.ts';
export * from './text/text.ts';
