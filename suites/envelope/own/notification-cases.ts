import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { unknownMethod, type Caller, type RequestMembers } from './caller.ts';
import { nothing, NOTIFICATION } from './judge.ts';

/** Notifications, requests without an id: they are not answered, not even if they fail. */
export function notificationCases(caller: Caller): Case[] {
  const notified = (slug: string, what: string, members: (t: Trial) => RequestMembers): Case =>
    caller.case({
      slug: `notification/${slug}`,
      title: `A notification ${what} is not answered`,
      source: NOTIFICATION,
      run: async (t) => {
        nothing(t, await caller.post(t, caller.body(t, members(t))), `a notification ${what}`);
        await caller.stillServes(t);
      },
    });
  return [
    ...(caller.reader ? [notified('of-a-call', `of ${caller.reader.id}`, () => ({}))] : []),
    notified('of-an-unknown-method', 'of an unknown method', (t) => ({ method: unknownMethod(t) })),
  ];
}
