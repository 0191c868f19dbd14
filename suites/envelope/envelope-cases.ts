import type { Specification } from '../../specs/model/spec.ts';
import type { Case } from '../../engine/case.ts';
import { answerCases } from './answer-cases.ts';
import { authenticationCases } from './authentication-cases.ts';
import { callCases } from './call-cases.ts';
import { commandLineCases } from './command-line-cases.ts';
import { httpConnectionCases } from './http-connection-cases.ts';
import { httpMessageCases } from './http-message-cases.ts';
import { httpRequestCases } from './http-request-cases.ts';
import { httpVerbCases } from './http-verb-cases.ts';
import { idCases } from './id-cases.ts';
import { jsonCases } from './json-cases.ts';
import { memberCases } from './member-cases.ts';
import { privateKeyCases } from './private-key-cases.ts';
import { sizeCases } from './size-cases.ts';
import { walletPathCases } from './wallet-path-cases.ts';

/** Every case about calls in general: statements of document 1, and HTTP, JSON and JSON-RPC 1.0 as public standards. */
export function envelopeCases(specification: Specification): Case[] {
  return [
    ...callCases(specification),
    ...commandLineCases,
    ...idCases,
    ...jsonCases,
    ...memberCases,
    ...answerCases,
    ...authenticationCases,
    ...httpMessageCases,
    ...httpVerbCases,
    ...httpRequestCases,
    ...httpConnectionCases,
    ...sizeCases,
    ...walletPathCases,
    ...privateKeyCases,
  ];
}
