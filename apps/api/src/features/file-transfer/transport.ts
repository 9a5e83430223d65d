import type { TransferAuthentication, TransferProtocol } from '@curvewell/domain';

/** Where to, and as whom. */
export interface ServerAccess {
  readonly protocol: TransferProtocol;
  /** FTP only. */
  readonly tls: boolean;
  /** As it was typed: certificates name it. */
  readonly host: string;
  readonly port: number;
  readonly authentication: TransferAuthentication;
  readonly username: string;
  /** With a key: its passphrase. */
  readonly password: string | null;
  readonly privateKey: string | null;
}

/** What a server shows to prove who it is. */
export interface ServerKey {
  readonly kind: 'host-key' | 'certificate';
  readonly fingerprint: string;
  /** An authority vouches for it, by the name of the host. */
  readonly isTrusted: boolean;
  /** Further details: the algorithm, or why it is not trusted. */
  readonly about: string;
}

/** Everything that takes longer is given up. In ms. */
export interface Deadlines {
  /** For any one answer. */
  readonly answer: number;
  /** For a file, beside what its size takes at the slowest line that counts. */
  readonly file: number;
}

export const DEADLINES: Deadlines = { answer: 15_000, file: 30_000 };
/** Slower lines than this, in bytes a ms, count as a server that stands still. */
const SLOWEST = 32;

export const fileDeadline = ({ file }: Deadlines, size: number): number => file + size / SLOWEST;

/**
 * One connection to a file server. Its steps are taken in the order of the methods; each throws what the library
 * threw, and none waits longer than its deadline.
 */
export interface Transport {
  /** @returns how the server greets */
  connect(): Promise<string>;
  /** Called before any secret is sent: a caller that does not accept the certificate closes the connection. @returns null: it shows none */
  prove(): Promise<ServerKey | null>;
  /** To the server that has proved who it is, and no other. */
  signIn(): Promise<void>;
  /** @returns how many entries it has @throws when it is not there */
  list(directory: string): Promise<number>;
  /** Makes a directory in one that is there, unless it is there already. */
  makeDirectory(directory: string): Promise<void>;
  /** Writes a file again, whatever is there. */
  write(path: string, content: Buffer): Promise<void>;
  size(path: string): Promise<number>;
  /** Takes the place of a file that is there. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  close(): void;
}
