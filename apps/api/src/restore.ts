import { namedDatabase, restore } from './backup-tool.ts';

await restore(namedDatabase);
