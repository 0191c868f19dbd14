import type { MessageHandler, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';

/** The parts of the protocol of a node, called in the order in which they were added. */
export class ProtocolParts {
  readonly #parts: ProtocolPart[] = [];
  readonly #handlers = new Map<string, MessageHandler>();

  constructor(parts: readonly ProtocolPart[]) {
    for (const part of parts) this.add(part);
  }

  /** Throws `RangeError` if another part handles one of its messages. */
  add(part: ProtocolPart): void {
    const taken = Object.keys(part.handlers).find((command) => this.#handlers.has(command));
    if (taken !== undefined) throw new RangeError(`the message ${taken} has a handler already`);
    this.#parts.push(part);
    for (const [command, handler] of Object.entries(part.handlers)) this.#handlers.set(command, handler);
  }

  /** Undefined for a message that the node does not know: it is ignored. */
  handler(command: string): MessageHandler | undefined {
    return this.#handlers.get(command);
  }

  joined(peer: Peer): void {
    for (const part of this.#parts) part.joined?.(peer);
  }

  left(peer: Peer): void {
    for (const part of this.#parts) part.left?.(peer);
  }

  tick(): void {
    for (const part of this.#parts) part.tick?.();
  }
}
