import { existsSync } from 'node:fs';
import { readUserFile, UserFileError } from '../../specs/model/user-file.ts';
import { fromWif } from '../crypto/keys.ts';
import type { ChainParams } from '../params.ts';
import { formatAddress, ipBytes, readAddress } from '../primitives/net-address.ts';
import { MasternodeError } from './masternode-error.ts';
import type { ConfiguredMasternode } from './types.ts';

const MAX_CONF_BYTES = 4 * 1024 * 1024;
const COLUMNS = 'name ip:port private-key txid output-index';

/**
 * The masternodes of a masternode.conf: a line each, with name, address, private key of the operator, and transaction id
 * and index of the collateral; # begins a comment. A file that does not exist has none. Throws `MasternodeError`
 * (conf-invalid), with file and line, and for what is no regular file.
 */
export function readMasternodeConf(file: string | undefined, params: ChainParams): ConfiguredMasternode[] {
  if (file === undefined || !existsSync(file)) return [];
  const found: ConfiguredMasternode[] = [];
  for (const [at, raw] of readFile(file).split(/\r?\n/).entries()) {
    const line = raw.replace(/#.*$/, '').trim();
    if (line === '') continue;
    // The line itself is not shown: it has a private key.
    const refuse = (what: string): never => {
      throw new MasternodeError('conf-invalid', `${file}, line ${at + 1}: ${what}`);
    };
    const [name = '', address = '', wif = '', txid = '', index = '', ...more] = line.split(/\s+/);
    if (index === '' || more.length > 0) refuse(`write ${COLUMNS}`);
    const read = readAddress(address);
    if (read?.port === undefined || read.port === 0 || ipBytes(read.host) === undefined)
      refuse(`${address} is not an IP address with a port`);
    const key = fromWif(wif, params);
    if (key === undefined) refuse('the third column is not a private key of regtest, as masternode genkey returns it');
    if (!/^[0-9a-f]{64}$/i.test(txid)) refuse(`${txid} is not a transaction id of 64 hex digits`);
    if (!/^\d{1,9}$/.test(index)) refuse(`${index} is not an output index`);
    if (found.some((other) => other.name === name)) refuse(`the name ${name} is that of an earlier line`);
    found.push({
      name,
      address: formatAddress({ host: read!.host, port: read!.port! }),
      privateKey: key!.key,
      outpoint: { txid: txid.toLowerCase(), vout: Number(index) },
    });
  }
  return found;
}

/** Calls read the file, and no call may wait for the writer of a pipe: the node would stand still. */
function readFile(file: string): string {
  try {
    return readUserFile(file, MAX_CONF_BYTES);
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    throw new MasternodeError('conf-invalid', `${error.message}; write the masternodes into a regular file that can be read`);
  }
}
