import { isAgainstRule, type CheckAnswers, type RunCheck } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

interface Signing {
  readonly check: RunCheck;
  readonly actor: LaboratoryCaller;
  readonly at: Date;
  readonly answers: CheckAnswers;
}

export function withSignature({ check, actor, at, answers }: Signing): RunCheck {
  const { confirmed, reasons, overruled } = answers;
  const { decision } = check;
  const signed = {
    decision,
    byName: actor.name,
    at: at.toISOString(),
    answers: { confirmed, reasons, overruled },
  };
  return { ...check, signed: { ...signed, isAgainstRule: isAgainstRule(check, answers) } };
}

/** The answers as recorded in the audit trail. */
export function answerDetails({ signed, digest }: RunCheck): Prisma.InputJsonObject {
  if (signed === null) return {};
  const { answers, isAgainstRule: isAgainst } = signed;
  const { confirmed, reasons, overruled } = answers;
  return {
    confirmed,
    reasons: { ...reasons },
    overruled: { ...overruled },
    isAgainstRule: isAgainst,
    check: digest,
  };
}
