import { equalTransferScript, TRANSFER_VERSION, UNITS_PER_OUTPUT } from './asset-transfer.ts';
import { openCurve } from './curve.ts';
import { keysOf } from './keys.ts';
import { transactionLine } from './prepared-lines.ts';
import { outputsTo, Signer } from './sign.ts';
import type { SigningJob, SigningSetup } from './signing-job.ts';

/** Signs the transactions of a job. @returns their lines of the prepared file; undefined if it was stopped */
export type SignJob = (job: SigningJob) => Buffer | undefined;

/** Makes keys and outputs once, and returns the function that signs. @param stopped checked before each transaction */
export function transactionSigner(
  { seed, curve: curveName, outputsPerTx, outputSat, coinSat, assetGuid }: SigningSetup,
  stopped: () => boolean,
): SignJob {
  const curve = openCurve(curveName);
  const { ring } = keysOf(seed, curve);
  const signer = assetGuid === undefined ? new Signer(curve) : new Signer(curve, TRANSFER_VERSION);
  const data = assetGuid === undefined ? undefined : equalTransferScript(assetGuid, outputsPerTx, UNITS_PER_OUTPUT);
  const ringKey = (index: number): (typeof ring)[number] => ring[index % ring.length]!;
  // The keys that are paid repeat with the ring, so these are all different lists of outputs.
  const outputs = ring.map((_, start) =>
    outputsTo(
      Array.from({ length: outputsPerTx }, (_output, index) => ({ key: ringKey(start + index), valueSat: outputSat })),
      data,
    ),
  );
  return ({ txid, firstVout, first, count }) => {
    const from = Buffer.from(txid);
    const lines: string[] = [];
    for (let index = 0; index < count; index++) {
      if (stopped()) return undefined;
      const key = ringKey(first + index);
      const coin = { txid: from, vout: firstVout + index, valueSat: coinSat, key };
      lines.push(transactionLine(signer.sign([coin], outputs[(first + index + 1) % ring.length]!).bytes));
    }
    return Buffer.from(lines.join(''), 'latin1');
  };
}
