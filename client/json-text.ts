/**
 * JSON that is sent as it is written, in place of arguments that no JavaScript value holds: two members of one name, `1e400`
 * with its exponent. The caller makes sure that it is JSON. For the type checker it is an object, so that it can be the
 * `Params` of a call.
 */
export class JsonText {
  readonly [name: string]: string;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
