import { administer } from './commands/admin-tool.ts';
import { namedDatabase } from './commands/backup-tool.ts';
import { accountsOf } from './keycloak/identity-services.ts';

await administer({ open: namedDatabase, accountsOf });
