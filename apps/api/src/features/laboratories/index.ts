export { insertLaboratories } from './change-laboratories.ts';
export { lockLaboratory, requireReach } from './reach.ts';
