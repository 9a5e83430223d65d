import { backUp, namedDatabase } from './commands/backup-tool.ts';

await backUp(namedDatabase);
