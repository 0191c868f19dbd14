import { sha256 } from '../primitives/hash.ts';
import { flag } from './flags.ts';
import { isTrue, Machine, type Execution, type Operation } from './machine.ts';
import { arithmeticOperations } from './operations/arithmetic.ts';
import { controlOperations } from './operations/control.ts';
import { cryptoOperations } from './operations/crypto.ts';
import { stackOperations } from './operations/stack.ts';
import { isP2sh, isPushOnly, MAX_ELEMENT_SIZE, pushData, witnessProgram } from './script.ts';
import type { ScriptError } from './script-error.ts';
import type { SignatureChecker } from './signature-checker.ts';
import { p2pkh } from './standard.ts';

/** Operations by opcode. An opcode without one fails when it is executed. */
const operations: (Operation | undefined)[] = Array.from({ length: 256 });
for (const [code, operation] of [...controlOperations, ...stackOperations, ...arithmeticOperations, ...cryptoOperations])
  operations[code] = operation;

/** Runs a script on a stack, which is modified. */
function evaluateScript({ script, stack, flags, checker, inWitness }: Execution): ScriptError | undefined {
  return new Machine({ script, stack, flags, checker, inWitness }).run(operations);
}

export interface VerifyArgs {
  readonly scriptSig: Buffer;
  readonly scriptPubKey: Buffer;
  readonly witness: readonly Buffer[];
  readonly flags: number;
  readonly checker: SignatureChecker;
}

/** Verifies that an input may spend an output. @returns the error; undefined if valid */
export function verifyScript({ scriptSig, scriptPubKey, witness, flags, checker }: VerifyArgs): ScriptError | undefined {
  const pushOnly = isPushOnly(scriptSig);
  if ((flags & flag.SIGPUSHONLY) !== 0 && !pushOnly) return 'SIG_PUSHONLY';
  let stack: Buffer[] = [];
  const fault = evaluateScript({ script: scriptSig, stack, flags, checker, inWitness: false });
  if (fault !== undefined) return fault;
  const pushed = [...stack];
  const pubKeyFault = evaluateToTrue(scriptPubKey, stack, flags, checker);
  if (pubKeyFault !== undefined) return pubKeyFault;

  const withWitness = (flags & flag.WITNESS) !== 0;
  let hadWitness = false;
  let program = withWitness ? witnessProgram(scriptPubKey) : undefined;
  if (program !== undefined) {
    if (scriptSig.length > 0) return 'WITNESS_MALLEATED';
  } else if ((flags & flag.P2SH) !== 0 && isP2sh(scriptPubKey)) {
    if (!pushOnly) return 'SIG_PUSHONLY';
    stack = pushed;
    const redeemScript = stack.pop()!;
    const redeemFault = evaluateToTrue(redeemScript, stack, flags, checker);
    if (redeemFault !== undefined) return redeemFault;
    program = withWitness ? witnessProgram(redeemScript) : undefined;
    if (program !== undefined && !scriptSig.equals(pushData(redeemScript))) return 'WITNESS_MALLEATED_P2SH';
  }
  if (program !== undefined) {
    hadWitness = true;
    const witnessFault = verifyWitness(program, witness, flags, checker);
    if (witnessFault !== undefined) return witnessFault;
    stack.length = 1; // so that the clean-stack check below ignores the witness program itself
  }
  if ((flags & flag.CLEANSTACK) !== 0 && stack.length !== 1) return 'CLEANSTACK';
  return withWitness && !hadWitness && witness.length > 0 ? 'WITNESS_UNEXPECTED' : undefined;
}

function evaluateToTrue(script: Buffer, stack: Buffer[], flags: number, checker: SignatureChecker): ScriptError | undefined {
  const fault = evaluateScript({ script, stack, flags, checker, inWitness: false });
  if (fault !== undefined) return fault;
  const top = stack.at(-1);
  return top !== undefined && isTrue(top) ? undefined : 'EVAL_FALSE';
}

function verifyWitness(
  { version, program }: { readonly version: number; readonly program: Buffer },
  witness: readonly Buffer[],
  flags: number,
  checker: SignatureChecker,
): ScriptError | undefined {
  if (version !== 0)
    return (flags & flag.DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM) !== 0 ? 'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM' : undefined;
  const stack = [...witness];
  let script: Buffer;
  if (program.length === 20) {
    if (stack.length !== 2) return 'WITNESS_PROGRAM_MISMATCH';
    script = p2pkh(program);
  } else if (program.length === 32) {
    const witnessScript = stack.pop();
    if (witnessScript === undefined) return 'WITNESS_PROGRAM_WITNESS_EMPTY';
    if (!sha256(witnessScript).equals(program)) return 'WITNESS_PROGRAM_MISMATCH';
    script = witnessScript;
  } else {
    return 'WITNESS_PROGRAM_WRONG_LENGTH';
  }
  if (stack.some((element) => element.length > MAX_ELEMENT_SIZE)) return 'PUSH_SIZE';
  const fault = evaluateScript({ script, stack, flags, checker, inWitness: true });
  if (fault !== undefined) return fault;
  return stack.length === 1 && isTrue(stack[0]!) ? undefined : 'EVAL_FALSE'; // in a witness a clean stack is a consensus rule
}
