import type { RuleId, StateRowId } from '../../specs/model/generated/ids.js';

/**
 * Rules whose case goes through a row of the table of states from its first state to its next; rule to row. Rows that no
 * rule can show have a case of their own (`row`).
 */
export const stateRows: { readonly [rule: string]: string } = {
  'encryptwallet/shutdown': 'encrypt-wallet',
  'walletpassphrase/unlocks': 'unlock-wallet',
  'walletpassphrase/again': 'unlock-wallet-again',
  'walletlock/locks': 'lock-wallet',
  'walletpassphrase/timeout': 'unlock-time-over',
  'walletpassphrasechange/replaced': 'change-passphrase',
  'loadwallet/loaded': 'load-wallet',
  'createwallet/loaded': 'load-wallet',
  'unloadwallet/unloaded': 'unload-wallet',
  'lockunspent/lock': 'lock-output',
  'lockunspent/unlock': 'unlock-output',
  'walletcreatefundedpsbt/lock-unspents': 'lock-output-by-funding',
  'abandontransaction/descendants': 'abandon-transaction',
  'abandontransaction/again': 'abandon-transaction-again',
  'bumpfee/replaced': 'bump-fee',
  'abortrescan/stops': 'abort-rescan',
} satisfies { readonly [rule in RuleId]?: StateRowId };
