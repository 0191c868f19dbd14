import { MUTANTS } from './support/mutants/all.ts';
import { testEach } from './support/mutants/test-each.ts';

testEach(MUTANTS);
