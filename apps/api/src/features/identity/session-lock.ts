import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import { isRecent } from './recent.ts';

/** Maximum delay until activity seen by other processes takes effect. */
const READ_AGAIN_MS = 2_000;
/** Activity is stored only when it is newer than the stored one by this much. */
const WRITE_AFTER_MS = 10_000;
const REMEMBERED = 1_000;

interface Session {
  readonly id: string;
  readonly userId: string;
  /** When the password was entered; null: unknown. */
  readonly signedInAt: Date | null;
}

interface Known {
  activeMs: number;
  writtenMs: number;
  readonly readMs: number;
}

export interface SessionLock {
  /**
   * @param idleMs time since the user's last input; null: the request, such as a stream, is not caused by
   * input
   * @throws AppError `session-locked` when the laboratory's limit is exceeded; a new sign-in unlocks it
   */
  check(session: Session, limitMs: number, idleMs: number | null): Promise<void>;
}

/** Locks idle sessions. Reported input counts only while the session is unlocked. */
export function createSessionLock({ db, clock }: Dependencies): SessionLock {
  const known = new Map<string, Known>();

  async function lookUp({ id, userId }: Session, nowMs: number): Promise<Known> {
    const kept = known.get(id);
    if (kept !== undefined && isRecent(kept.readMs, nowMs, READ_AGAIN_MS)) return kept;
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
