import { testRandomCalls } from './support/random-call-rounds.ts';

testRandomCalls(10);
