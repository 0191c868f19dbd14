import { testRandomCalls } from './support/random-rounds.ts';

// Ten rounds: `coind-random-calls.long.test.ts`.
testRandomCalls(4);
