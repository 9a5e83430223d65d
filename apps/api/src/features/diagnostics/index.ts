export { diagnosticColorOf } from './diagnostic-color.ts';
