export { lockLaboratory, requireReach } from './reach.ts';
