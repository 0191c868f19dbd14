import { startNode } from 'pyx/coind';

const node = await startNode({ rpcport: 0, txindex: true }); // options as on the command line; without options, nothing listens
console.log(node.url, node.credentials.user); // for other clients; the password is in node.credentials.password
const address = await node.call('getnewaddress');
await node.call('generatetoaddress', [101, address]);
const block = await node.call('getblock', { blockhash: await node.call('getbestblockhash'), verbosity: 2 });
console.log(block.height, (await node.call('getbalance')).sat); // 101 5000000000n

const moment = node.snapshot(); // takes the same short time whatever the size
await node.call('sendtoaddress', [address, 1]);
console.log((await node.call('getmempoolinfo')).size); // 1
node.restore(moment); // as often as you like
console.log((await node.call('getmempoolinfo')).size); // 0
await node.stop();
