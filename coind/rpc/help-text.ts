import type { ArgumentForm } from '../../specs/model/argument-form.ts';
import type { CallParam, CallSpec } from '../../specs/model/call-specs.ts';

/** `getblock "blockhash" ( verbosity )` */
export function signature(spec: CallSpec): string {
  const words = spec.params.map((param) => {
    const word = isText(param.form) ? `"${param.name}"` : param.name;
    return param.required ? word : `( ${word} )`;
  });
  return [spec.id, ...words].join(' ').replaceAll(' ) ( ', ' ');
}

/** The help of one method. It is also the message for a wrong number of arguments. */
export function helpText(spec: CallSpec): string {
  const lines = [signature(spec), '', spec.summary];
  if (spec.deprecated !== undefined) lines.push('', `Deprecated. ${spec.deprecated}`);
  if (spec.requiresOption !== undefined) lines.push('', `Requires the start option ${spec.requiresOption}.`);
  if (spec.params.length > 0) lines.push('', 'Arguments:', ...spec.params.map((param, at) => `${at + 1}. ${argumentLine(param)}`));
  lines.push('', 'Result:', ...spec.results, '', 'Example:', `> coin-cli ${[spec.id, ...requiredNames(spec)].join(' ')}`);
  return `${lines.join('\n')}\n`;
}

function argumentLine({ name, form, required, default: fallback, defaultText, description }: CallParam): string {
  const shown = fallback === undefined ? defaultText : JSON.stringify(fallback);
  const need = required ? 'required' : shown === undefined ? 'optional' : `optional, default: ${shown}`;
  return `${name} (${words(form)}, ${need})${description === undefined ? '' : ` ${description}`}`;
}

function requiredNames(spec: CallSpec): string[] {
  return spec.params.filter((param) => param.required).map((param) => (isText(param.form) ? `"${param.name}"` : param.name));
}

function isText(form: ArgumentForm): boolean {
  return form.type === 'string' || (form.type === 'union' && form.of.some(isText));
}

/** The JSON type of an argument, as help prints it. */
function words(form: ArgumentForm): string {
  switch (form.type) {
    case 'amount':
    case 'decimal':
      return 'number or string';
    case 'integer':
      return 'number';
    case 'literal':
      return JSON.stringify(form.value);
    case 'string':
      return form.values === undefined ? 'string' : `string, one of ${form.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'array':
      return `array of ${words(form.items)}`;
    case 'union':
      return form.of.map(words).join(' or ');
    case 'object': {
      const names = form.members.map(({ name, required }) => (required ? name : `[${name}]`));
      return form.rest ? 'object' : `object { ${names.join(', ')} }`;
    }
    default:
      return form.type;
  }
}
