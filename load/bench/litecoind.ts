import type { NodeKind } from './bench-node.ts';

/** The peer that coind is measured beside. Above block 431 the release 0.21 needs its MWEB deployment postponed. */
export function peerKind(binary: string): NodeKind {
  return {
    name: binary,
    command: [binary],
    extra: ['-vbparams=mweb:9999999999:99999999999', '-printtoconsole=0', '-rpcthreads=4', '-rpcworkqueue=256'],
  };
}
