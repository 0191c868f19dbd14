import { InvalidArgumentError } from 'commander';
import { parseFault } from '../../load/faults/parse-fault.ts';
import { defined } from '../../specs/model/defined.ts';
import { linkBandwidth, time } from '../option-values.ts';
import { performPart } from '../perform.ts';
import { assertTpsSettings, tpsCommand, type TpsFlags } from '../tps-command.ts';
import { TPS_DEFAULTS } from '../tps-defaults.ts';
import { UsageError } from '../usage-error.ts';
import type { PlannedPart } from './gate-part.ts';
import type { ReadPolicy, TpsPolicy } from './read-policy.ts';

/**
 * A throughput test of a policy. `number` distinguishes it from the others. Throws as `assertTpsSettings` does for what cannot be used,
 * before anything is measured.
 */
export function tpsPart({ policy, lineOf }: ReadPolicy, tps: TpsPolicy, seed: number, number: number): PlannedPart {
  if (policy.readOnly === true)
    throw new UsageError('the policy says readOnly, and a throughput test sends transactions', { remedy: 'leave out readOnly or tps' });
  if (/^https?:/.test(policy.target))
    throw new UsageError('a throughput test starts its nodes, and the target of the policy is one that runs already', {
      remedy: 'leave out tps, or name a target that Pyx starts',
    });
  const { startIn, timeout, latency, jitter, bandwidth, fault, ...same } = tps;
  const { target, targetFile, inconclusive } = policy;
  const settings: TpsFlags = {
    ...TPS_DEFAULTS,
    ...same,
    target,
    seed,
    ...defined({
      targetFile,
      inconclusive,
      startIn: valueOf('startIn', startIn, time('0s', '1h')),
      timeout: valueOf('timeout', timeout, time('1ms', '1h')),
      latency: valueOf('latency', latency, time('0s', '10m')),
      jitter: valueOf('jitter', jitter, time('0s', '10m')),
      bandwidth: valueOf('bandwidth', bandwidth, linkBandwidth),
      fault: fault?.map(parseFault),
    }),
  };
  assertTpsSettings(settings, seed);
  return {
    name: number === 1 ? 'tps' : `tps ${number}`,
    folder: `tps-${number}`,
    line: lineOf('tps', number),
    perform: async (out, { signal, quiet }) => {
      const { verdict } = await performPart(tpsCommand, { ...settings, out }, signal, { quiet });
      return { ...verdict, reasons: [`${verdict.headline}.`, ...verdict.reasons] };
    },
  };
}

/** The value of a member, read as the option of the command line is. Throws `UsageError`. */
function valueOf<T>(name: string, text: string | undefined, parse: (text: string) => T): T | undefined {
  try {
    return text === undefined ? undefined : parse(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UsageError(`tps ${name} ${text}: ${error.message}`, { cause: error });
  }
}
