export * from './assay.ts';
export * from './plate.ts';
export * from './well-call.ts';
