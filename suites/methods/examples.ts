import { toPlain } from '../../client/wire-json.ts';
import { checkResult } from '../../engine/check-result.ts';
import type { Case } from '../../engine/case.ts';
import { errorFound } from '../../engine/identify.ts';
import type { Trial } from '../../engine/trial.ts';
import { METHOD_NOT_FOUND } from '../../fixtures/world/error-codes.ts';
import type { Arguments } from '../../fixtures/world/service.ts';
import { exampleArguments, hasAnswer } from '../../specs/model/example.ts';
import type { Effect, Example, Json, Method } from '../../specs/model/types.ts';
import { variantFor } from '../../specs/model/variants.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { noteEmpty } from './empty-result.ts';
import { exampleDifferences } from './example-differences.ts';
import { EVERY, methodCase } from './method-case.ts';
import { setupOf } from './setups.ts';

/** Maximum number of findings for one result. */
const MAX_FINDINGS = 40;

/** A case for each example of a method that states an answer. Each stands alone: none may rely on another one's call. */
export function exampleCases(method: Method): Case[] {
  return (method.examples ?? []).filter(hasAnswer).map((example) => exampleCase(method, example));
}

function exampleCase(method: Method, example: Example): Case {
  const { name, error, illustrative } = example;
  const { document, section } = method.source;
  return methodCase(method, {
    id: `example/${name}`,
    kind: 'example',
    title: titleOf(example),
    about: { argument: EVERY, value: `example ${name}` },
    effect: effectOfExample(method, example),
    positive: error === undefined,
    source: `document ${document}, ${section}: the example ${name} of ${method.id}`,
    // An illustrative call may be refused, so that it need not check a result.
    checksResult: error === undefined && illustrative !== true,
    run: async (trial) => {
      const setup = setupOf(method.id);
      await setup.prepare?.(trial.world);
      const named = exampleArguments(method, example);
      const call: ExampleCall = { method, example, sent: example.params as Arguments, named: named as { readonly [name: string]: Wire } };
      const options = await setup.options?.(trial.world, Object.keys(named));
      const answer = await trial.call(method.id, call.sent, options);
      if (!answer.ok && answer.error.code === METHOD_NOT_FOUND && error?.code !== METHOD_NOT_FOUND)
        trial.reportRefusal(method.id, answer.error);
      if (answer.ok) judgeResult(trial, call, answer.result);
      else if (error !== undefined)
        trial.ok(answer.error.code === error.code, `${method.id} was refused with ${answer.error.code}, expected ${error.code}`, {
          found: errorFound(answer.error),
        });
      else if (illustrative === true)
        trial.observe(
          'example',
          `refused ${answer.error.code}`,
          `${method.id} was refused with ${answer.error.code} for the values of the example ${name}, which need not exist on the service`,
        );
      else trial.reportRefusal(method.id, answer.error);
      if (answer.ok) await setup.undo?.(trial.world);
    },
  });
}

/** A call of an example: its arguments as they are sent, and by name. */
interface ExampleCall {
  readonly method: Method;
  readonly example: Example;
  readonly sent: Arguments;
  readonly named: { readonly [name: string]: Wire };
}

function titleOf({ name, text, error, illustrative }: Example): string {
  const about = `the example ${name}${text === undefined ? '' : `: ${text.replace(/\.$/, '')}`}`;
  if (error !== undefined) return `refuses with ${error.code} the call of ${about}`;
  return illustrative === true ? `answers as described, or refuses, the call of ${about}` : `returns the result of ${about}`;
}

function effectOfExample(method: Method, example: Example): readonly Effect[] {
  const variant = variantFor(method, exampleArguments(method, example));
  return variant?.effect ?? [...new Set(method.variants.flatMap(({ effect }) => effect))];
}

function judgeResult(trial: Trial, { method, example, named }: ExampleCall, result: Wire): void {
  const { name, error, illustrative } = example;
  if (error !== undefined) {
    trial.ok(false, `${method.id} returned a result for the example ${name}, expected a refusal with ${error.code}`, { check: 'refusal' });
    return;
  }
  trial.judged(); // it was accepted
  const variant = variantFor(method, toPlain(named) as { [name: string]: Json });
  if (variant) checkResult(trial, method, variant, { args: named, result });
  if (illustrative === true) {
    noteEmpty(trial, method, named, result);
    return;
  }
  for (const { path, message } of exampleDifferences(example.result as Json, result).slice(0, MAX_FINDINGS))
    trial.ok(false, `${method.id}, example ${name}: ${message}`, { check: 'equals', path });
}
