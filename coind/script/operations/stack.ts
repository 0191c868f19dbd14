import { isTrue, type Machine, type Operation } from '../machine.ts';
import { op } from '../opcodes.ts';
import { scriptNumber } from '../script-number.ts';

/** An operation that replaces a number of elements at the top of the stack. */
function rearrange(count: number, change: (elements: readonly Buffer[]) => readonly Buffer[]): Operation {
  return (m) => {
    if (m.stack.length < count) return 'INVALID_STACK_OPERATION';
    const taken = m.stack.splice(m.stack.length - count, count);
    m.stack.push(...change(taken));
    return undefined;
  };
}

/** PICK copies the element at the depth on top of the stack, ROLL moves it. */
const pickOrRoll: Operation = (m, code) => {
  if (m.stack.length < 2) return 'INVALID_STACK_OPERATION';
  const depth = m.number(1);
  if (depth === undefined) return 'UNKNOWN_ERROR';
  m.drop(1);
  if (depth < 0 || depth >= m.stack.length) return 'INVALID_STACK_OPERATION';
  const at = m.stack.length - 1 - depth;
  const element = m.stack[at]!;
  if (code === op.OP_ROLL) m.stack.splice(at, 1);
  m.stack.push(element);
  return undefined;
};

const push =
  (element: Buffer): Operation =>
  (m: Machine) => {
    m.stack.push(element);
    return undefined;
  };

const numbers = [-1, ...Array.from({ length: 16 }, (_, i) => i + 1)];

/** Stack operations, and pushes of small numbers. */
export const stackOperations: readonly (readonly [number, Operation])[] = [
  ...numbers.map((n) => [n === -1 ? op.OP_1NEGATE : op.OP_1 + n - 1, push(scriptNumber.encode(n))] as const),
  [
    op.OP_TOALTSTACK,
    (m) => {
      const element = m.stack.pop();
      if (element === undefined) return 'INVALID_STACK_OPERATION';
      m.altStack.push(element);
      return undefined;
    },
  ],
  [
    op.OP_FROMALTSTACK,
    (m) => {
      const element = m.altStack.pop();
      if (element === undefined) return 'INVALID_ALTSTACK_OPERATION';
      m.stack.push(element);
      return undefined;
    },
  ],
  [op.OP_2DROP, rearrange(2, () => [])],
  [op.OP_2DUP, rearrange(2, (taken) => [...taken, ...taken])],
  [op.OP_3DUP, rearrange(3, (taken) => [...taken, ...taken])],
  [op.OP_2OVER, rearrange(4, (taken) => [...taken, ...taken.slice(0, 2)])],
  [op.OP_2ROT, rearrange(6, (taken) => [...taken.slice(2), ...taken.slice(0, 2)])],
  [op.OP_2SWAP, rearrange(4, (taken) => [...taken.slice(2), ...taken.slice(0, 2)])],
  [op.OP_IFDUP, rearrange(1, (taken) => (isTrue(taken[0]!) ? [...taken, ...taken] : taken))],
  [
    op.OP_DEPTH,
    (m) => {
      m.stack.push(scriptNumber.encode(m.stack.length));
      return undefined;
    },
  ],
  [op.OP_DROP, rearrange(1, () => [])],
  [op.OP_DUP, rearrange(1, (taken) => [...taken, ...taken])],
  [op.OP_NIP, rearrange(2, (taken) => taken.slice(1))],
  [op.OP_OVER, rearrange(2, (taken) => [...taken, taken[0]!])],
  [op.OP_PICK, pickOrRoll],
  [op.OP_ROLL, pickOrRoll],
  [op.OP_ROT, rearrange(3, (taken) => [...taken.slice(1), taken[0]!])],
  [op.OP_SWAP, rearrange(2, (taken) => taken.toReversed())],
  [op.OP_TUCK, rearrange(2, (taken) => [taken[1]!, ...taken])],
  [op.OP_SIZE, rearrange(1, (taken) => [...taken, scriptNumber.encode(taken[0]!.length)])],
];
