import { testRandomCalls } from './support/random-rounds.ts';

testRandomCalls(10);
