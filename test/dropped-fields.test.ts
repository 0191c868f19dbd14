import { drawnOf, drawSeed } from './support/drawn.ts';
import { testDropped, WITH_FIELDS } from './support/dropped-fields.ts';

// All methods: `dropped-fields.long.test.ts`.
const methods = drawnOf('dropped fields', WITH_FIELDS, 1);
testDropped(`each field that litecoind drops is found: ${methods.join()} (PYX_SEED=${drawSeed})`, methods, 1);
