import { AppError } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** The error for a name that is already in use. */
export function nameTaken(kind: string, name: string): AppError {
  return new AppError('name-taken', `You cannot add a ${kind} with a same name as another one`, {
    details: { kind, name },
  });
}

/** Writes a row with a unique name. @throws AppError `name-taken` when the name exists */
export async function nameTakenOrRethrow<Row>(
  { kind, name }: { readonly kind: string; readonly name: string },
  write: () => Promise<Row>,
): Promise<Row> {
  try {
    return await write();
  } catch (error) {
    const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
    throw isTaken ? nameTaken(kind, name) : error;
  }
}
