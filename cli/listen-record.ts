import { basename } from 'node:path';
import { RECORDED_HEAD, recordedNotes, scenarioText } from '../load/record/scenario-text.ts';
import { TrafficRecorder } from '../load/record/traffic-recorder.ts';
import type { ListenedCall } from '../listen/listened-call.ts';
import type { CallRecorder } from '../listen/listen.ts';
import type { Listener } from '../listen/listener.ts';
import type { KnownCall } from '../listen/method-index.ts';
import { namedArguments } from '../specs/model/named-arguments.ts';
import type { Specification } from '../specs/model/spec.ts';
import { counted } from '../reports/format.ts';
import { assertReplaceable } from './replaceable-file.ts';
import { writeOutput } from './write-output.ts';

/** Keeps the mix of calls that clients make, and writes it as a scenario of `pyx load` (`--record`). */
export class ListenRecord implements CallRecorder {
  readonly #file: string;
  readonly #recorder: TrafficRecorder;

  /** Throws `UsageError` for a file that holds something else. */
  constructor(file: string, { spec }: Specification) {
    assertReplaceable(file, '--record', (text) => text.startsWith(RECORDED_HEAD));
    this.#file = file;
    this.#recorder = new TrafficRecorder(spec);
  }

  note({ answer, startedAt: atMs, inList, client, wallet }: ListenedCall, known: KnownCall | undefined): void {
    if (answer.type !== 'result') this.#recorder.leaveOut('the node refused it, or did not answer it properly');
    else if (!known) this.#recorder.leaveOut('the standard lacks its method');
    else {
      const { method, params } = known;
      this.#recorder.note({ method, args: namedArguments(method, params), atMs, inList, client, wallet });
    }
  }

  /** Returns what was written, in sentences. Throws `UsageError`. */
  write({ connections, peakConnections }: Pick<Listener, 'connections' | 'peakConnections'>): string[] {
    const { recorded } = this.#recorder;
    if (recorded.calls === 0)
      return [`--record: ${this.#file} was not written, as no call was answered with a result that a load can have`];
    const name = basename(this.#file).replace(/\.ya?ml$/, '');
    writeOutput(this.#file, scenarioText(recorded, { name, at: new Date(), connections: peakConnections, opened: connections }));
    return [
      `recorded: ${counted(recorded.calls, 'call')} of ${counted(recorded.kinds.length, 'kind')}; pyx load ${this.#file} makes them in these shares`,
      ...recordedNotes(recorded),
    ];
  }
}
