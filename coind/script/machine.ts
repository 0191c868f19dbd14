import { flag } from './flags.ts';
import { op } from './opcodes.ts';
import { MAX_ELEMENT_SIZE, MAX_SCRIPT_SIZE, readOp, type ScriptOp } from './script.ts';
import { scriptNumber } from './script-number.ts';
import type { ScriptError } from './script-error.ts';
import type { SignatureChecker } from './signature-checker.ts';

/** Maximum number of operations other than pushes; each key of a CHECKMULTISIG counts as one. */
export const MAX_OPERATIONS = 201;

/** Maximum number of elements on both stacks together. */
const MAX_ELEMENTS = 1000;

/** Executes an opcode. Returns undefined on success. */
export type Operation = (machine: Machine, code: number) => ScriptError | undefined;

export const FALSE = Buffer.alloc(0);
export const TRUE = Buffer.from([1]);

/** Every encoding of zero is false, including negative zero. */
export function isTrue(element: Buffer): boolean {
  const last = element.length - 1;
  for (let i = 0; i < last; i++) if (element[i] !== 0) return true;
  return last >= 0 && element[last] !== 0 && element[last] !== 0x80;
}

/** A script, and what it is run with. */
export interface Execution {
  readonly script: Buffer;
  /** Modified by the script. */
  readonly stack: Buffer[];
  readonly flags: number;
  readonly checker: SignatureChecker;
  readonly inWitness: boolean;
}

/** One execution of one script. Elements of the stack are never modified in place. */
export class Machine {
  readonly script: Buffer;
  readonly stack: Buffer[];
  readonly altStack: Buffer[] = [];
  readonly flags: number;
  readonly checker: SignatureChecker;
  readonly inWitness: boolean;
  /** For each enclosing IF, whether its current branch is executed. */
  readonly branches: boolean[] = [];
  operationCount = 0;
  /** Start of the script code that signatures commit to: after the last executed OP_CODESEPARATOR. */
  codeStart = 0;
  /** Offset of the next operation. */
  position = 0;

  constructor({ script, stack, flags, checker, inWitness }: Execution) {
    this.script = script;
    this.stack = stack;
    this.flags = flags;
    this.checker = checker;
    this.inWitness = inWitness;
  }

  has(bit: number): boolean {
    return (this.flags & bit) !== 0;
  }

  get runs(): boolean {
    return !this.branches.includes(false);
  }

  /** The element at a depth, where the top is 1; undefined below the bottom. */
  top(depth = 1): Buffer | undefined {
    return this.stack[this.stack.length - depth];
  }

  /** The element at a depth as a number; undefined if it is not a number of up to `maxSize` bytes. */
  number(depth: number, maxSize = 4): number | undefined {
    return scriptNumber.decode(this.top(depth)!, { maxSize, minimal: this.has(flag.MINIMALDATA) });
  }

  /** Removes elements that are known to exist. */
  drop(count: number): void {
    this.stack.length -= count;
  }

  pushBool(value: boolean): void {
    this.stack.push(value ? TRUE : FALSE);
  }

  /** Runs the script to its end. */
  run(operations: readonly (Operation | undefined)[]): ScriptError | undefined {
    if (this.script.length > MAX_SCRIPT_SIZE) return 'SCRIPT_SIZE';
    while (this.position < this.script.length) {
      const next = readOp(this.script, this.position);
      if (next === undefined) return 'BAD_OPCODE';
      this.position = next.end;
      const error = this.#step(next, operations);
      if (error !== undefined) return error;
      if (this.stack.length + this.altStack.length > MAX_ELEMENTS) return 'STACK_SIZE';
    }
    return this.branches.length > 0 ? 'UNBALANCED_CONDITIONAL' : undefined;
  }

  #step({ code, data }: ScriptOp, operations: readonly (Operation | undefined)[]): ScriptError | undefined {
    if (data !== undefined && data.length > MAX_ELEMENT_SIZE) return 'PUSH_SIZE';
    if (code > op.OP_16 && ++this.operationCount > MAX_OPERATIONS) return 'OP_COUNT';
    if (disabled.has(code)) return 'DISABLED_OPCODE';
    if (code === op.OP_CODESEPARATOR && !this.inWitness && this.has(flag.CONST_SCRIPTCODE)) return 'OP_CODESEPARATOR';
    // Opcodes from IF to ENDIF are processed even in a skipped branch; the two reserved ones among them fail there.
    if (!this.runs && (code < op.OP_IF || code > op.OP_ENDIF)) return undefined;
    if (data !== undefined) {
      if (this.has(flag.MINIMALDATA) && !isMinimalPush(code, data)) return 'MINIMALDATA';
      this.stack.push(data);
      return undefined;
    }
    const operation = operations[code];
    return operation === undefined ? 'BAD_OPCODE' : operation(this, code);
  }
}

/** Opcodes that make a script fail even if they are not executed. */
const disabled = new Set<number>([
  op.OP_CAT,
  op.OP_SUBSTR,
  op.OP_LEFT,
  op.OP_RIGHT,
  op.OP_INVERT,
  op.OP_AND,
  op.OP_OR,
  op.OP_XOR,
  op.OP_2MUL,
  op.OP_2DIV,
  op.OP_MUL,
  op.OP_DIV,
  op.OP_MOD,
  op.OP_LSHIFT,
  op.OP_RSHIFT,
]);

/** Whether a push is minimal: no shorter operation pushes the same element. */
function isMinimalPush(code: number, data: Buffer): boolean {
  const { length } = data;
  if (length === 0) return code === op.OP_0;
  if (length === 1 && ((data[0]! >= 1 && data[0]! <= 16) || data[0] === 0x81)) return false;
  if (length < op.OP_PUSHDATA1) return code === length;
  if (length <= 0xff) return code === op.OP_PUSHDATA1;
  return length > 0xffff || code === op.OP_PUSHDATA2;
}
