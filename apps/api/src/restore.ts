import { namedDatabase, restore } from './commands/backup-tool.ts';

await restore(namedDatabase);
