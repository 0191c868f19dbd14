import { stringify } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import { base58OrSegwitPayload } from '../../oracles/address-payload.ts';
import { toHex } from '../../oracles/bytes.ts';
import { scriptParts } from '../../oracles/script.ts';
import { decodedTransaction } from './decoded.ts';

const OP_RETURN = 0x6a;
/** Shorter data are one value, such as an address, which their bytes show. */
const LEAST_BYTES = 33;

/** The sentence by which a decoded transaction must show its service data. */
const SHOWN = { rule: 'coindecoderawtransaction/service-data' } as const;

/** What must be in the service data: a text, or the address of a script. */
export interface ServicePart {
  readonly what: string;
  /** One of these texts, or one of them in hex or base64. */
  readonly texts: readonly string[];
}

/** An address, or the hash in it, as its output script has it. */
export const addressPart = (what: string, address: string): ServicePart => ({ what, texts: [address, base58OrSegwitPayload(address)] });

export const textPart = (what: string, text: string): ServicePart => ({ what, texts: [text] });

/** The digits of an amount, which are the same in smallest units and as a decimal. */
export const unitsPart = (what: string, units: bigint): ServicePart => ({ what, texts: [String(units)] });

/**
 * What `coindecoderawtransaction` returns of a transaction, as lower-case text, without the serialized data output: to repeat it does
 * not show what it means. The documents do not show the form of the result.
 */
async function decodedText(t: Trial, hexstring: string): Promise<string> {
  let text = stringify(await t.result('coindecoderawtransaction', { hexstring })).toLowerCase();
  for (const { script } of decodedTransaction(t, hexstring).outputs) {
    if (script[0] !== OP_RETURN) continue;
    for (const bytes of [script, ...scriptParts(script).flatMap(({ push }) => push ?? [])])
      if (bytes.length >= LEAST_BYTES) text = text.replaceAll(toHex(bytes), '');
  }
  return text;
}

/** A finding for each part that the decoded transaction does not show. */
export async function mustShow(t: Trial, hexstring: string, parts: readonly ServicePart[]): Promise<void> {
  const text = await decodedText(t, hexstring);
  const digits = text.replaceAll('.', '');
  for (const { what, texts } of parts) {
    const forms = texts.flatMap((part) => [
      JSON.stringify(part).slice(1, -1),
      // A text within JSON text.
      JSON.stringify(JSON.stringify(part).slice(1, -1)).slice(1, -1),
      Buffer.from(part, 'utf8').toString('hex'),
      Buffer.from(part, 'utf8').toString('base64'),
    ]);
    const isShown = forms.some((form) => text.includes(form.toLowerCase()) || digits.includes(form.toLowerCase()));
    t.ok(isShown, `coindecoderawtransaction does not show ${what}, ${texts[0]}`, SHOWN);
  }
}

/** As `mustShow`, of a transaction that the node has. */
export async function mustShowOf(t: Trial, txid: string, parts: readonly ServicePart[]): Promise<void> {
  await mustShow(t, await t.result('getrawtransaction', { txid, verbose: false }), parts);
}
