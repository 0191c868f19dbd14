// Imported by a node that is to be slower: each request takes a share more of its CPU time (PYX_BENCH_SLOWER, 0.1 is 10 %).
// It works only while the node does: a timer would keep the node awake, which makes it faster on a virtual machine.
import { Server } from 'node:http';

const slower = Number(process.env['PYX_BENCH_SLOWER']);
const cpuUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
let endedAtUs = cpuUs();
const emit = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string | symbol, ...values: unknown[]): boolean {
  const heard = Reflect.apply(emit, this, [event, ...values]) as boolean;
  if (event === 'request') {
    const untilUs = cpuUs() + slower * (cpuUs() - endedAtUs);
    while (cpuUs() < untilUs);
    endedAtUs = cpuUs();
  }
  return heard;
} as typeof emit;
