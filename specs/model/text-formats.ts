/** The formats of texts that a schema may state, of JSON Schema 2020-12. Values are held against them. */
export const textFormats = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'json-pointer',
] as const;
export type TextFormat = (typeof textFormats)[number];

export function isTextFormat(value: unknown): value is TextFormat {
  return textFormats.some((format) => format === value);
}
