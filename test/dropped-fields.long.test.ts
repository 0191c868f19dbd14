import { testDropped, WITH_FIELDS } from './support/dropped-fields.ts';

testDropped(`each field that litecoind drops from a result of ${WITH_FIELDS.length} methods is found`, WITH_FIELDS, 500);
