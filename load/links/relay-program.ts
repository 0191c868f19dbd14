// The process of the relays: answers requests on its channel, and ends with it, so that nothing of it stays when Pyx is killed.
import type { NumberedRequest, RelayEvent, RelayReply } from './messages.ts';
import { Relays } from './relays.ts';

const send = (message: RelayReply | RelayEvent): void => void process.send?.(message, () => undefined);
const relays = new Relays(send);

process.on('disconnect', () => process.exit());
process.on('message', ({ number, request }: NumberedRequest) => {
  relays.answer(request).then(
    (reply) => send({ ...reply, number }),
    (error: unknown) => send({ number, problem: error instanceof Error ? error.message : String(error) }),
  );
});
