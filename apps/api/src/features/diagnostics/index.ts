export { diagnosticColorOf } from '../kits/index.ts';
