import { administer } from './admin-tool.ts';
import { namedDatabase } from './backup-tool.ts';
import { accountsOf } from './identity-services.ts';

await administer({ open: namedDatabase, accountsOf });
