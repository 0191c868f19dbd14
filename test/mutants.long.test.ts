import { MUTANTS } from './support/mutants/all.ts';
import { testEach, testWithoutFault } from './support/mutants/test-each.ts';

testWithoutFault(MUTANTS);
testEach(MUTANTS);
