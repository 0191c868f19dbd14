import { Random } from '../../fixtures/world/random.ts';
import { specification } from '../../specs/model/specification.ts';
import { Session } from '../session.ts';
import { Trial } from '../trial.ts';
import { FakeTarget, runOptions } from './fakes.ts';

/** A session of the specification, on a node that answers each call with an empty object. */
export const fakeSession = (): Promise<Session> => Session.open(runOptions(new FakeTarget(), { specification }), 'default');

/** A new trial in this session. */
export function fakeTrial({ world, node }: Session): Trial {
  const claim = { evidence: 'document', source: 's' } as const;
  return new Trial({ claim, world, node, target: world.target, specification, random: new Random('test'), absent: new Map() });
}
