import { CaseOver, type Trial } from '../../engine/trial.ts';
import { updateArguments, type UpdatedFields } from '../../fixtures/world/update-arguments.ts';
import { offeredParams } from '../../specs/model/argument-form.ts';
import { specification } from '../../specs/model/specification.ts';

/**
 * Updates a token for the first time, and confirms. The documents do not show the arguments of `assetupdate`: these are coind's. A
 * refusal is a finding where the help of the node names the same ones; elsewhere the case is inapplicable. Returns the result.
 */
export async function firstUpdate(t: Trial, guid: number, fields: UpdatedFields): Promise<unknown> {
  const answer = await t.call('assetupdate', updateArguments(guid, fields));
  if (answer.ok) {
    await t.world.mine(1);
    return answer.result;
  }
  const { message } = answer.error;
  if (!(await namesArguments(t)))
    t.inapplicable(`the documents do not show the arguments of assetupdate, and the node refuses those of coind: ${message}`);
  t.ok(false, `assetupdate was refused (${message}), although the token may be updated and the help of the node names the arguments`, {
    rule: 'assetupdate/changes',
    check: 'refused',
  });
  throw new CaseOver();
}

/** Whether the help of the node names the arguments in the order in which Pyx gives them. */
async function namesArguments(t: Trial): Promise<boolean> {
  const reply = await t.world.service.call('help', { command: 'assetupdate' });
  if (reply.type !== 'result' || typeof reply.result !== 'string') return false;
  const usage = reply.result.split('\n', 1)[0] ?? '';
  const places = offeredParams(specification.method('assetupdate')).map(({ name }) => usage.indexOf(name));
  return places.every((place, at) => place > (places[at - 1] ?? 0));
}
