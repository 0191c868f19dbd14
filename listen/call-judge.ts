import type { RpcError } from '../client/types.ts';
import { toPlain } from '../client/wire-json.ts';
import { argumentsFit } from '../engine/arguments-fit.ts';
import type { CallRecord } from '../engine/call-record.ts';
import { resultFindings } from '../engine/check-result.ts';
import { faultCheck } from '../engine/identify.ts';
import { isInternalError } from '../engine/internal-error.ts';
import type { Finding } from '../engine/outcome.ts';
import { METHOD_NOT_FOUND } from '../fixtures/world/error-codes.ts';
import { namedArguments } from '../specs/model/named-arguments.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Method, Variant } from '../specs/model/types.ts';
import { variantFor } from '../specs/model/variants.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { ListenedCall } from './listened-call.ts';
import type { KnownCall } from './method-index.ts';

/** A call of a method that the standard has, with what it shows by itself. */
export interface JudgedCall {
  readonly method: Method;
  readonly variant: Variant | undefined;
  readonly args: { readonly [name: string]: Wire | undefined };
  readonly record: CallRecord;
  /** The documents describe the answer that came: it was held against them. */
  readonly isJudged: boolean;
  readonly findings: readonly Finding[];
}

const OPEN = { evidence: 'observation', source: 'the documents leave it open' } as const;

/** Judges a call of a client by what one call shows. A refusal is no finding: a client may ask for what cannot be. */
export function judgeCall(
  specification: Specification,
  {
    call,
    known,
    result,
    absent,
  }: {
    readonly call: ListenedCall;
    readonly known: KnownCall;
    /** With neutral names. */
    readonly result: Wire | undefined;
    /** Methods that the target file lists as absent. */
    readonly absent: ReadonlyMap<string, string>;
  },
): JudgedCall {
  const { method, params } = known;
  const args = namedArguments(method, params);
  const variant = variantFor(method, toPlain(args as Wire) as Record<string, unknown>);
  const durationMs = call.endedAt - call.startedAt;
  const { answer } = call;
  const reply = {
    ...(answer.type === 'result' && result !== undefined ? { ...answer, result } : answer),
    durationMs,
    httpStatus: call.httpStatus,
  };
  const record: CallRecord = { method: method.id, args: params, params, wallet: call.wallet, reply };
  const own = params.slice(method.wire.prefix.length);
  const isStated = !method.beyond && !method.unstated.includes('arguments');
  const isDescribed = isStated && known.unknownNames.length === 0 && argumentsFit(specification, method, own);
  const findings: Finding[] = [];
  if (answer.type === 'fault') {
    const { kind, evidence, source, message } = answer.fault;
    findings.push({
      check: kind,
      evidence,
      source,
      message: `${method.id}: ${message}`,
      difference: { method: method.id, check: faultCheck(kind) },
    });
  } else if (answer.type === 'error') {
    if (!method.beyond && !absent.has(method.id)) findings.push(...ofError(method, answer.error));
  } else if (isDescribed && variant) {
    findings.push(...resultFindings(specification, method, variant, { args, result: result ?? null }));
  } else if (isStated) {
    for (const what of undescribed(specification, method, own, known.unknownNames))
      findings.push({
        ...OPEN,
        check: 'undescribed-argument',
        observed: what,
        message: `${method.id} returned a result to a call that the documents do not describe: ${what}`,
      });
  }
  if (method.deprecated !== undefined && answer.type === 'result')
    findings.push({ ...OPEN, check: 'deprecated', observed: 'called', message: `${method.id} is deprecated: ${method.deprecated}` });
  return { method, variant, args, record, isJudged: answer.type === 'fault' || (answer.type === 'result' && isDescribed), findings };
}

/** What an error shows of a node whatever was asked: that it lacks a method of the documents, or failed by itself. */
function ofError(method: Method, { code, message }: RpcError): Finding[] {
  const { id, source, requiresOption, variants } = method;
  const text = `${code} (${message.split('\n', 1)[0] ?? ''})`;
  if (code === METHOD_NOT_FOUND) {
    // A node without a wallet, or without a start option, answers so to the methods that need it.
    const depends = requiresOption !== undefined || variants.some(({ effect }) => effect.includes('wallet') || effect.includes('secret'));
    if (depends || method.family === 'wallet')
      return [
        { ...OPEN, check: 'not-found', observed: 'not found', message: `${id} was refused with ${text}, as if the node did not have it` },
      ];
    return [
      {
        check: 'missing-method',
        evidence: 'document',
        source: `document ${source.document}, ${source.section}`,
        message: `${id} was refused with ${text} where the documents describe a result`,
        difference: { method: id, check: 'missing-method' },
      },
    ];
  }
  if (!isInternalError({ code, message })) return [];
  return [
    {
      check: 'internal-error',
      evidence: 'health',
      source: 'an internal error of the node',
      message: `${id} failed with an internal error: ${text}`,
      difference: { method: id, check: 'internal-error' },
    },
  ];
}

/** What the documents do not describe of the arguments of a call, without their values. */
function undescribed(specification: Specification, method: Method, own: readonly Wire[], unknownNames: readonly string[]): string[] {
  const more = own.length > method.params.length ? [`${own.length} arguments, where they state ${method.params.length}`] : [];
  const unfit = method.params.flatMap(({ name, required }, index) => {
    const value = own[index] ?? null;
    if (value === null) return required ? [`no argument ${name}, which is required`] : [];
    return specification.paramValidator(method, name)?.(toPlain(value)) === false ? [`a value of another form for ${name}`] : [];
  });
  return [...more, ...unknownNames.slice(0, 5).map((name) => `an argument ${JSON.stringify(name.slice(0, 40))}`), ...unfit];
}
