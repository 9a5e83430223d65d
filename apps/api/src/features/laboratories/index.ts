export { insertLaboratories } from './change-laboratories.ts';
export { lockLaboratory, requireOwnLaboratory } from './tenancy.ts';
