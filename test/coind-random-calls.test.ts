import { testRandomCalls } from './support/random-call-rounds.ts';

// Ten rounds: `coind-random-calls.long.test.ts`.
testRandomCalls(4);
