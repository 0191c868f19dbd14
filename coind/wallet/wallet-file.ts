import { hash } from 'node:crypto';
import { recordCodec, type WalletRecord } from './records.ts';

/** Contents of a wallet file. */
export interface WalletFile {
  /** New each time a wallet is written. */
  readonly id: string;
  readonly records: readonly (readonly [place: string, record: WalletRecord])[];
}

/** A file is not a wallet file, or is damaged. */
export class WalletFileError extends Error {
  override readonly name = 'WalletFileError';
}

const FORMAT = 'coind wallet';
const VERSION = 1;
/** Every wallet file begins so. */
export const WALLET_TEXT_START = `{"format":${JSON.stringify(FORMAT)},`;

/**
 * The text of a wallet file: a header line, a line with key and JSON for each record, and the SHA256 of these lines, which
 * reveals a truncated file.
 */
export function walletText({ id, records }: WalletFile): string {
  const head = JSON.stringify({ format: FORMAT, version: VERSION, id });
  const lines = records.map(([place, record]) => `${JSON.stringify(place)}\t${recordCodec.encode(record).toString()}`);
  const body = `${[head, ...lines].join('\n')}\n`;
  return `${body}${hash('sha256', body)}\n`;
}

/** Throws `WalletFileError`. */
export function readWalletText(text: string): WalletFile {
  const bodyEnd = text.lastIndexOf('\n', text.length - 2) + 1;
  const [head = '', ...lines] = text.slice(0, bodyEnd).split('\n').slice(0, -1);
  const start = parsed(head) as { format?: unknown; version?: unknown; id?: unknown };
  if (start?.format !== FORMAT || typeof start.id !== 'string') throw new WalletFileError('it is not a wallet file');
  if (start.version !== VERSION) throw new WalletFileError('it has an unknown version');
  if (text.slice(bodyEnd).trim() !== hash('sha256', text.slice(0, bodyEnd))) throw new WalletFileError('it is damaged');
  const records = lines.map((line): readonly [string, WalletRecord] => {
    const [place = '', record = ''] = line.split('\t'); // JSON itself has no tabs
    const key = JSON.parse(place) as string;
    return [key, recordCodec.decode(Buffer.from(record), key)];
  });
  return { id: start.id, records };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new WalletFileError('it is not a wallet file');
  }
}

/** Whether the wallet in a file is encrypted. */
export const isSealed = ({ records }: WalletFile): boolean =>
  records.some(([, { kind, value }]) => kind === 'meta' && value.masterKey !== undefined);
