export class NotAnAct extends Error {}
/** Throws `NotAnAct` for bytes that are not one act in its one encoding. Whole numbers are bigint. */
export function readAct(data: Uint8Array): {
  readonly number: bigint
  readonly at: number
  readonly kind: string
  readonly actor: string
  readonly cause: string
  readonly subject: string
  readonly payload: ReadonlyMap<string, unknown>
  readonly postings: readonly {
    readonly account: bigint
    readonly posted: bigint
    readonly postedAfter: bigint
    readonly held: bigint
    readonly hold: Uint8Array | null
    readonly heldAfter: bigint
  }[]
}
