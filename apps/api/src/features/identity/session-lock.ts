import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { AppError } from '../../errors.ts';

/** What other processes have seen counts after this at the latest. */
const READ_AGAIN_MS = 2_000;
/** Activity is written when it is so much newer than what is written. */
const WRITE_AFTER_MS = 10_000;
const REMEMBERED = 1_000;

interface Session {
  readonly id: string;
  readonly userId: string;
  /** When its password was typed; null: not known. */
  readonly signedInAt: Date | null;
}

interface Known {
  activeMs: number;
  writtenMs: number;
  readonly readMs: number;
}

export interface SessionLock {
  /**
   * @param idleMs how long ago the person last did something; null: nothing that they did, such as a stream that goes on
   * @throws AppError `session-locked` when that is longer ago than the laboratory allows; signing in again ends it
   */
  check(session: Session, limitMs: number, idleMs: number | null): Promise<void>;
}

/** Locks idle sessions. Input that the page reports counts only as long as the session is open. */
export function createSessionLock({ db, clock }: { readonly db: Db; readonly clock: Clock }): SessionLock {
  const known = new Map<string, Known>();

  async function lookUp({ id, userId }: Session, nowMs: number): Promise<Known> {
    const kept = known.get(id);
    if (kept !== undefined && nowMs - kept.readMs < READ_AGAIN_MS) return kept;
    const [row] = await db.$queryRaw<{ activeAt: Date }[]>`
      INSERT INTO session_activity (id, user_id, active_at) VALUES (${id}, ${userId}::uuid, ${new Date(nowMs)})
      ON CONFLICT (id) DO UPDATE SET user_id = session_activity.user_id RETURNING active_at AS "activeAt"`;
    const writtenMs = row?.activeAt.getTime() ?? nowMs;
    const found = { activeMs: Math.max(writtenMs, kept?.activeMs ?? 0), writtenMs, readMs: nowMs };
    if (known.size >= REMEMBERED) known.clear();
    known.set(id, found);
    return found;
  }

  return {
    async check(session, limitMs, idleMs) {
      const nowMs = clock.now().getTime();
      const one = await lookUp(session, nowMs);
      const signedInMs = Math.min(session.signedInAt?.getTime() ?? 0, nowMs);
      if (nowMs - Math.max(one.activeMs, signedInMs) > limitMs)
        throw new AppError(
          'session-locked',
          'This session was idle for too long. Sign in again to continue.',
        );
      const activeMs = Math.max(signedInMs, idleMs === null ? 0 : nowMs - idleMs);
      if (activeMs <= one.activeMs) return;
      one.activeMs = activeMs;
      if (activeMs - one.writtenMs < WRITE_AFTER_MS) return;
      one.writtenMs = activeMs;
      await db.$executeRaw`
        UPDATE session_activity SET active_at = greatest(active_at, ${new Date(activeMs)}) WHERE id = ${session.id}`;
    },
  };
}
