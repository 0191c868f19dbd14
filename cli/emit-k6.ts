import type { K6Files } from '../load/k6/encode.ts';
import { manifests, podSelector } from '../load/k6/manifests.ts';
import { k6Script } from '../load/k6/script-file.ts';
import { SECRET_NAME } from '../load/manifest.ts';
import { printLine } from '../reports/print.ts';
import { writeManifests } from './write-manifests.ts';

/** Writes the manifests of a load for the k6 operator, and prints how to use them. Throws `K6Error`. */
export function emitK6(files: K6Files, folder: string, parallelism: number): void {
  writeManifests(manifests({ script: k6Script(), files, parallelism }), folder);
  const { hostname } = new URL(files.load.address);
  if (hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]')
    printLine(process.stdout, `Pods do not reach ${files.load.address}: set PYX_ADDRESS in testrun.yaml to an address that they reach.`);
  printLine(process.stdout, 'The credentials of the node come from a Secret, made of a file with PYX_RPC_USER=… and PYX_RPC_PASSWORD=…:');
  printLine(process.stdout, `  kubectl create secret generic ${SECRET_NAME} --from-env-file=FILE`);
  printLine(process.stdout, `  kubectl apply -f ${folder}`);
  printLine(process.stdout, 'Each pod writes its figures to its log at its end. The report of all of them:');
  printLine(process.stdout, `  kubectl logs --selector ${podSelector(files)} --tail=-1 > pods.log`);
  printLine(process.stdout, '  pyx report pods.log');
}
