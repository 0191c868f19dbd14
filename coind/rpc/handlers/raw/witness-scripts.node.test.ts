import { describe } from 'vitest';
import { hash160, sha256 } from '../../../primitives/hash.ts';
import { p2sh, p2wsh } from '../../../script/standard.ts';
import { testInFamily, type FamilyNode } from '../../../testing/family.ts';

/** The private key 1 in the regtest networks of the family. */
const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
/** Script that pays to its public key alone. */
const WITNESS_SCRIPT = '210279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798ac';
const TXID = '11'.repeat(32);

interface Scripts {
  /** P2WSH of the witness script. */
  readonly program: string;
  /** P2SH of the program. */
  readonly nested: string;
}

const program = p2wsh(sha256(Buffer.from(WITNESS_SCRIPT, 'hex')));
const scripts: Scripts = { program: program.toString('hex'), nested: p2sh(hash160(program)).toString('hex') };

/** What signing gives for a description of the spent output: whether it is complete, or the refusal. */
async function signs({ call, post }: FamilyNode, members: (scripts: Scripts) => object): Promise<unknown> {
  const address = await call('getnewaddress');
  const raw = await call('createrawtransaction', [{ txid: TXID, vout: 0 }], [{ [address]: 9 }]);
  const prevtx = { txid: TXID, vout: 0, amount: 10, ...members(scripts) };
  const { result, error } = await post(JSON.stringify({ method: 'signrawtransactionwithkey', params: [raw, [WIF], [prevtx]], id: 1 }));
  return error ?? (result as { complete: boolean }).complete;
}

const mismatch = (what: string): object => ({ code: -8, message: what });

describe('signrawtransactionwithkey takes the witness script of an output', () => {
  testInFamily('of P2WSH', (node) => signs(node, ({ program }) => ({ scriptPubKey: program, witnessScript: WITNESS_SCRIPT })), true);
  testInFamily('of P2SH-P2WSH', (node) => signs(node, ({ nested }) => ({ scriptPubKey: nested, witnessScript: WITNESS_SCRIPT })), true);
  testInFamily(
    'of P2SH-P2WSH, with the redeem script',
    (node) => signs(node, ({ nested, program }) => ({ scriptPubKey: nested, redeemScript: program, witnessScript: WITNESS_SCRIPT })),
    true,
  );
  testInFamily(
    'and refuses one that does not belong to the redeem script',
    (node) => signs(node, ({ nested }) => ({ scriptPubKey: nested, redeemScript: '51', witnessScript: WITNESS_SCRIPT })),
    mismatch('redeemScript does not correspond to witnessScript'),
  );
  testInFamily(
    'and refuses one of another output',
    (node) => signs(node, ({ nested }) => ({ scriptPubKey: nested, witnessScript: '51' })),
    mismatch('redeemScript/witnessScript does not match scriptPubKey'),
  );
});
