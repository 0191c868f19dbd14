import { fromHex, toHex } from '../../oracles/bytes.ts';
import { scriptType } from '../../oracles/script.ts';
import { parseTransaction } from '../../oracles/transaction.ts';
import type { OutputItemArgument, ScriptPubKey, TransactionOutput } from '../../specs/model/generated/wire.d.ts';
import { statements, type Statement } from '../../suites/support/statements.ts';
import type { ByMethod } from './answered.ts';
import type { Facts } from './facts.ts';
import { readable } from './readable.ts';
import type { RelationChecks } from './relation-checks.ts';

const oneScript: Statement = {
  id: 'listened/address-script',
  text: 'An address stands for one script.',
  evidence: 'standard',
  source: 'BIP 13, BIP 173',
};
const fields: Statement = {
  id: 'listened/address-fields',
  text: 'isscript, iswitness, witness_version and witness_program of an address are those of its script.',
  evidence: 'standard',
  source: 'BIP 16, BIP 141',
};

/** The types of scripts that an address stands for; a script that pays to a key is shown with an address of another script. */
const WITH_ADDRESS = new Set(['pubkeyhash', 'scripthash', 'witness_v0_keyhash', 'witness_v0_scripthash']);
const MAX_SHOWN = 200;

/** The script of an address, wherever both are shown. */
export const addressFacts: ByMethod<[facts: Facts]> = {
  getaddressinfo: ({ result }, checks, facts) => {
    holdAddress(checks, facts, result);
    if (result.embedded)
      holdScript(checks, facts, result.embedded.address, { hex: result.embedded.scriptPubKey, path: 'embedded.scriptPubKey' });
  },
  listunspent: ({ result }, checks, facts) => {
    for (const [index, { address, scriptPubKey: hex }] of result.slice(0, MAX_SHOWN).entries())
      if (address !== undefined) holdScript(checks, facts, address, { hex, path: `[${index}].address` });
  },
  gettxout: ({ result }, checks, facts) => {
    if (result !== null) holdShown(checks, facts, result.scriptPubKey, 'scriptPubKey');
  },
  getrawtransaction: ({ result }, checks, facts) => {
    if (typeof result !== 'string') holdOutputs(checks, facts, result.vout);
  },
  decoderawtransaction: ({ result: { vout } }, checks, facts) => holdOutputs(checks, facts, vout),
  createrawtransaction: ({ args: { outputs }, result }, checks, facts) => {
    const made = readable(() => parseTransaction(result, { witness: false }));
    if (!made) return;
    const scripts = new Set(made.outputs.map(({ script }) => toHex(script)));
    for (const address of Object.keys(Object.assign({}, ...(Array.isArray(outputs) ? outputs : [outputs])) as OutputItemArgument)) {
      const known = facts.find(ofAddress(address));
      if (known)
        checks
          .of(statements.createdAsGiven, known.by)
          .ok(scripts.has(String(known.value)), `no output pays to the script of ${address}, ${String(known.value)}`);
    }
  },
};

const ofAddress = (address: string): string => `address ${address}`;

function holdOutputs(checks: RelationChecks, facts: Facts, vout: readonly TransactionOutput[]): void {
  for (const [index, { scriptPubKey }] of vout.slice(0, MAX_SHOWN).entries())
    holdShown(checks, facts, scriptPubKey, `vout[${index}].scriptPubKey`);
}

function holdShown(checks: RelationChecks, facts: Facts, { hex, addresses }: ScriptPubKey, path: string): void {
  const [address, ...others] = addresses ?? [];
  if (address !== undefined && others.length === 0) holdScript(checks, facts, address, { hex, path: `${path}.addresses` });
}

function holdScript(
  checks: RelationChecks,
  facts: Facts,
  address: string,
  { hex, path }: { readonly hex: string; readonly path: string },
): void {
  const type = readable(() => scriptType(fromHex(hex)));
  if (type !== undefined && WITH_ADDRESS.has(type))
    facts.hold(checks, oneScript, { key: ofAddress(address), value: hex, what: `the script of ${address}`, path });
}

interface ShownAddress {
  readonly address: string;
  readonly scriptPubKey: string;
  readonly isscript?: boolean;
  readonly iswitness?: boolean;
  readonly witness_version?: number;
  readonly witness_program?: string;
}

function holdAddress(checks: RelationChecks, facts: Facts, shown: ShownAddress): void {
  const { address, scriptPubKey: hex } = shown;
  holdScript(checks, facts, address, { hex, path: 'scriptPubKey' });
  const type = readable(() => scriptType(fromHex(hex)));
  if (type === undefined || !WITH_ADDRESS.has(type)) return;
  const isWitness = type.startsWith('witness');
  const at = checks.of(fields);
  at.equal(shown.isscript, type.endsWith('scripthash'), 'isscript', { path: 'isscript' });
  at.equal(shown.iswitness, isWitness, 'iswitness', { path: 'iswitness' });
  if (!isWitness) return;
  at.equal(shown.witness_version, 0, 'witness_version', { path: 'witness_version' });
  at.equal(shown.witness_program, hex.slice(4), 'witness_program', { path: 'witness_program' });
}
