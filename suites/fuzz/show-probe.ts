import type { FuzzSession } from './fuzz-session.ts';
import type { Probe, WalletPath } from './probe.ts';

const PATHS: { readonly [path in WalletPath]: string } = {
  usual: '',
  none: ' on no wallet’s path',
  second: ' on the path of a second wallet',
  missing: ' on the path of a wallet that does not exist',
};

/** A request in one line, with the living values of a node: `getblock ["00…",3]`. */
export function showProbe(probe: Probe, session: FuzzSession): string {
  if (probe.type === 'list') return `list of ${probe.calls.length}: ${probe.calls.map((call) => showProbe(call, session)).join('; ')}`;
  if (probe.type === 'bytes') {
    const fields = probe.headers.map(([name, value]) => `${name}: ${value}`).join(', ');
    return `${JSON.stringify(probe.verb)} ${probe.path}${fields === '' ? '' : ` (${fields})`} with the body ${JSON.stringify(probe.body)}`;
  }
  const { method, wallet, broken } = probe;
  return `${method} ${session.wireCall(probe).params}${PATHS[wallet]}${broken === undefined ? '' : ` (${broken})`}`;
}
