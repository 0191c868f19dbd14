/** Why a block or transaction is not accepted; `reason` is the family's (`bad-txns-inputs-missingorspent`). */
export interface Rejection {
  readonly reason: string;
  readonly detail?: string;
}
