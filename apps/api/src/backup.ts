import { backUp, namedDatabase } from './backup-tool.ts';

await backUp(namedDatabase);
