import type { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { textFormats } from './text-formats.ts';

/** How the schemas of a standard are read, wherever values are held against them. */
export const schemaReading = {
  strict: false,
  // 0.07 is a multiple of 0.01, though not by the division of doubles.
  multipleOfPrecision: 10,
} as const;

/** Lets a validator judge the formats that a schema may state. */
export function addTextFormats(ajv: Ajv2020): void {
  // Depending on the loader, the default import of a CommonJS module is its exports or their `default`.
  const add = (addFormats as unknown as { default?: typeof addFormats }).default ?? addFormats;
  (add as unknown as (ajv: Ajv2020, formats: readonly string[]) => void)(ajv, textFormats);
}
