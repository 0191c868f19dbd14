// A bare relay of TCP between clients and a port of this machine, which prints its own port, and ends with its standard input.
import { connect, createServer, type AddressInfo } from 'node:net';

const port = Number(process.argv[2]);
const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const node = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
  client.pipe(node).pipe(client);
  client.on('error', () => node.destroy());
  node.on('error', () => client.destroy());
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.stdin.on('end', () => process.exit()).resume();
