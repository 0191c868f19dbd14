// A fake node in a process of its own: its behaviour as JSON in the first argument; prints its address; ends with its standard input, and prints its log then.
import { startFakeNode, type FakeNodeBehaviour } from './fake-node.ts';

const node = await startFakeNode(JSON.parse(process.argv[2] ?? '{}') as FakeNodeBehaviour);
process.stdout.write(`${node.address}\n`);
process.stdin.resume().on('end', () => process.stdout.write(JSON.stringify(node.log), () => process.exit(0)));
