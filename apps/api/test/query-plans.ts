import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { expect } from 'vitest';

import type { LaboratoryCaller } from '../src/actor.ts';
import { createActor } from '../src/features/identity/index.ts';
import { PrismaClient } from '../src/generated/prisma/client.ts';
import { createTestDatabase } from './database.ts';

/** A statement as sent. */
interface Sent {
  readonly query: string;
  readonly params: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The plan of a statement. */
export interface Planned extends Sent {
  /** The tables that it reads. */
  readonly tables: readonly string[];
  /** The tables that it scans. */
  readonly readWhole: readonly string[];
  /** The indexes that it reads, a name for each step of the plan. */
  readonly indexes: readonly string[];
  /** The indexes that it reads alone, without their tables. */
  readonly indexesAlone: readonly string[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const tablesOf = (nodes: readonly PlanNode[]) => nodes.flatMap((node) => node['Relation Name'] ?? []);
const indexesOf = (nodes: readonly PlanNode[]) => nodes.flatMap((node) => node['Index Name'] ?? []);

interface Part {
  readonly part: string;
  /** The partitioned table or index. */
  readonly whole: string;
  readonly isEmpty: boolean;
}

/** The partitions of a run's tables (`pnpm test:partitions`), and their indexes. */
async function partsOf(client: pg.Client): Promise<ReadonlyMap<string, Part>> {
  const { rows } = await client.query<Part>(
    `SELECT p.relname::text AS part, w.relname::text AS whole, pg_relation_size(p.oid) = 0 AS "isEmpty"
     FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid JOIN pg_class w ON w.oid = i.inhparent
     WHERE p.relnamespace = to_regnamespace('run_part')`,
  );
  return new Map(rows.map((part) => [part.part, part]));
}

const parts = new WeakMap<pg.Client, Promise<ReadonlyMap<string, Part>>>();

/**
 * The nodes of the plan of a statement, which is not executed. A partition has the name of its table; one without rows is
 * left out, because PostgreSQL scans it at no cost.
 */
export async function plannedNodes(
  client: pg.Client,
  statement: string,
  values: readonly unknown[],
): Promise<readonly PlanNode[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (FORMAT JSON) ${statement}`,
    [...values],
  );
  const reading = parts.get(client) ?? partsOf(client);
  parts.set(client, reading);
  const known = await reading;
  return rows
    .flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
    .filter((node) => known.get(node['Relation Name'] ?? '')?.isEmpty !== true)
    .map((node) => ({
      ...node,
      ...nameOf(known, node, 'Relation Name'),
      ...nameOf(known, node, 'Index Name'),
    }));
}

function nameOf(
  known: ReadonlyMap<string, Part>,
  node: PlanNode,
  key: 'Relation Name' | 'Index Name',
): Partial<PlanNode> {
  const name = node[key];
  return name === undefined ? {} : { [key]: known.get(name)?.whole ?? name };
}

const open = (url: string) =>
  new PrismaClient({
    adapter: new PrismaPg({ connectionString: url, options: '-c timezone=UTC' }),
    log: [{ emit: 'event', level: 'query' }],
  });

/** A connection that records its statements, so that their plans can be explained. */
export async function openWatched(url: string) {
  const plain = new pg.Client({ connectionString: url });
  await plain.connect();
  const watched = open(url);
  let sent: Sent[] = [];
  watched.$on('query', (event) => sent.push(event));

  const plan = async ({ query, params }: Sent): Promise<Planned> => {
    const nodes = await plannedNodes(plain, query, JSON.parse(params) as unknown[]);
    const whole = nodes.filter((node) => node['Node Type'].endsWith('Seq Scan'));
    const alone = nodes.filter((node) => node['Node Type'] === 'Index Only Scan');
    return {
      query,
      params,
      tables: tablesOf(nodes),
      readWhole: tablesOf(whole),
      indexes: indexesOf(nodes),
      indexesAlone: indexesOf(alone),
    };
  };

  return {
    db: watched,
    /** Runs a statement without recording it. */
    run: (statement: string) => plain.query(statement),
    /**
     * Notes which pages all transactions see, for plans that read an index alone. Commits do not wait for the disk here, and
     * VACUUM ignores one whose log is not written: the checkpoint writes it.
     */
    vacuum: async (tables: string) => {
      await plain.query('CHECKPOINT');
      await plain.query(`VACUUM (ANALYZE) ${tables}`);
    },
    /** The plans of all statements that work sends. */
    plansOf: async (work: () => Promise<unknown>): Promise<readonly Planned[]> => {
      sent = [];
      await work();
      expect(sent.length).toBeGreaterThan(0);
      const planned = [];
      for (const statement of sent) planned.push(await plan(statement));
      return planned;
    },
    close: async (): Promise<void> => {
      await watched.$disconnect();
      await plain.end();
    },
  };
}

export type Watched = Awaited<ReturnType<typeof openWatched>>;

/** A database of the demo whose statements are explained, and one of its users. */
export async function openPlans(login: string, roles: Parameters<typeof createActor>[1]) {
  const { db, url, drop } = await createTestDatabase();
  const user = await db.appUser.findUniqueOrThrow({ where: { login }, include: { laboratory: true } });
  if (user.laboratory === null) throw new Error('the user has a laboratory');
  const actor: LaboratoryCaller = {
    ...createActor(user, roles),
    laboratory: user.laboratory,
    requestId: 'plans',
  };
  const watched = await openWatched(url);
  const close = async () => {
    await watched.close();
    await drop();
  };
  return { db, watched, actor, close };
}
