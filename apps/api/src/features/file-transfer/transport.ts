import type { TransferAuthentication, TransferProtocol } from '@curvewell/domain';

export interface ServerAccess {
  readonly protocol: TransferProtocol;
  /** FTP only. */
  readonly tls: boolean;
  /** As entered by the user; the certificate must match it. */
  readonly host: string;
  readonly port: number;
  readonly authentication: TransferAuthentication;
  readonly username: string;
  /** With key authentication: the passphrase of the key. */
  readonly password: string | null;
  readonly privateKey: string | null;
}

export interface ServerKey {
  readonly kind: 'host-key' | 'certificate';
  readonly fingerprint: string;
  /** Whether an authority vouches for it and it matches the host name. */
  readonly isTrusted: boolean;
  /** The algorithm, or why it is not trusted. */
  readonly about: string;
}

/** Timeouts in ms. */
export interface Deadlines {
  /** For each answer. */
  readonly answer: number;
  /** For a file, in addition to the time that its size takes at the slowest accepted rate. */
  readonly file: number;
}

export const DEADLINES: Deadlines = { answer: 15_000, file: 30_000 };
/** Slowest accepted rate, bytes/ms; slower connections count as hanging. */
const SLOWEST = 32;

export const fileDeadline = ({ file }: Deadlines, size: number): number => file + size / SLOWEST;

/**
 * A connection to a file server. Call the methods in their order. Each throws the library's error and
 * respects its deadline.
 */
export interface Transport {
  /** @returns the server's greeting */
  connect(): Promise<string>;
  /**
   * Called before any secret is sent, so that the caller can reject the certificate by closing the
   * connection. @returns null: the server has none
   */
  prove(): Promise<ServerKey | null>;
  /** Signs in, only on the connection whose certificate was presented. */
  signIn(): Promise<void>;
  /** @returns the number of entries @throws when the directory does not exist */
  list(directory: string): Promise<number>;
  /** Creates a directory in an existing one, unless it exists. */
  makeDirectory(directory: string): Promise<void>;
  /** Writes a file and replaces an existing one. */
  write(path: string, content: Buffer): Promise<void>;
  size(path: string): Promise<number>;
  /** Replaces an existing file. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  close(): void;
}
