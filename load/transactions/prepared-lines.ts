import type { PreparedBlock, PreparedHeader } from './types.ts';

/** Lines of a prepared file, each one JSON object (NDJSON): the header, then blocks, then transactions. */
export const headerLine = (header: PreparedHeader): string => `${JSON.stringify(header)}\n`;

export const blockLine = ({ height, hash, hex }: PreparedBlock): string => `{"height":${height},"hash":"${hash}","block":"${hex}"}\n`;

export const transactionLine = (transaction: Buffer): string => `{"tx":"${transaction.toString('hex')}"}\n`;
