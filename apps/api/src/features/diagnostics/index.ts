export { diagnosticColorOf } from '../kits/index.ts';
export { wellDiagnosticOf } from './well-diagnostic.ts';
