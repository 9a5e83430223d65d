import { Prisma } from '../../../generated/prisma/client.ts';

/** The channels of a run's curves in order, as names: the driver reads no arrays of enums. */
export const channelsOfRun = (runId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`ARRAY(SELECT a.channel::text FROM channel_analysis a WHERE a.run_id = ${runId} ORDER BY a.channel)`;
