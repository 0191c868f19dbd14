import type { ChainParams } from '../../../params.ts';
import { descriptorChecksum } from '../../../descriptors/checksum.ts';
import { addressOf, scriptOf } from '../../../script/addresses.ts';
import { isP2sh, witnessProgram } from '../../../script/script.ts';
import { verifyMessage } from '../../../wallet/message.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { requireTarget } from '../../shapes/fee-choice.ts';
import { multisigAddress, publicKeyFrom, type MultisigAddress } from '../../shapes/multisig.ts';

/** Methods without state, and the label of an address. */
export const utilHandlers: Handlers<'validateaddress' | 'verifymessage' | 'createmultisig' | 'estimatesmartfee' | 'setlabel'> = {
  validateaddress: ({ address }, { node: { params } }) => {
    const script = scriptOf(address, params);
    if (script === undefined) return { isvalid: false };
    const witness = witnessProgram(script);
    return {
      isvalid: true,
      address: addressOf(script, params),
      scriptPubKey: script.toString('hex'),
      isscript: isP2sh(script) || (witness?.version === 0 && witness.program.length === 32),
      iswitness: witness !== undefined,
      witness_version: witness?.version,
      witness_program: witness?.program.toString('hex'),
    };
  },

  verifymessage: ({ address, signature, message }, { node }) => verifyMessage(address, signature, message, node),

  createmultisig: ({ nrequired, keys, address_type: type }, { node: { params, curve } }) => {
    const publicKeys = keys.map((key) => publicKeyFrom(key, curve));
    const made = multisigAddress(nrequired, publicKeys, type, params);
    return {
      address: made.address,
      redeemScript: made.redeemScript.toString('hex'),
      descriptor: descriptorOf(made, nrequired, publicKeys),
    };
  },

  estimatesmartfee: ({ conf_target: target, estimate_mode: mode }, { node: { mempool } }) => {
    requireTarget(target);
    const estimate = mempool.estimateFeeRate(target, mode !== 'ECONOMICAL');
    // At least the minimum of the pool.
    const floor = mempool.minFeeRate > mempool.minRelayFeeRate ? mempool.minFeeRate : mempool.minRelayFeeRate;
    if (estimate === undefined) return { errors: ['Insufficient data or no feerate found'], blocks: 0 };
    return { feerate: new Amount(estimate.feeRate > floor ? estimate.feeRate : floor), blocks: estimate.blocks };
  },

  setlabel: ({ address, label }, call) => {
    const wallet = call.wallet();
    const script = scriptOf(address, call.node.params);
    if (script === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, 'Invalid address');
    if (label === '*') throw new RpcError(RpcCode.walletInvalidLabel, 'Invalid label name');
    wallet.addressBook.set(
      canonical(script, call.node.params),
      label,
      wallet.keychain.index.ownership(script) === 'none' ? 'send' : 'receive',
    );
    return null;
  },
};

/** The address in the one format that the address book uses. */
function canonical(script: Buffer, params: ChainParams): string {
  return addressOf(script, params) as string; // the script was read from an address
}

function descriptorOf({ type }: MultisigAddress, required: number, keys: readonly Buffer[]): string {
  const inner = `multi(${[required, ...keys.map((key) => key.toString('hex'))].join(',')})`;
  const text = type === 'legacy' ? `sh(${inner})` : type === 'bech32' ? `wsh(${inner})` : `sh(wsh(${inner}))`;
  return `${text}#${descriptorChecksum(text)}`;
}
