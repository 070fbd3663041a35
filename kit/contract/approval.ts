/** What a proposal is about, as flat texts. Everything in it is hashed; a decision names the hash of what was seen. */
export type ApprovalPayload = Readonly<Record<string, string>>

/** A fact the one who decides is shown, and which the decision is bound to. */
export interface ApprovalFact {
  /**
   * Message key of the label within the room that declares the kind: `facts.amount`. A key that is no word of the room
   * is shown as it is.
   */
  readonly labelKey: string
  /** As it is written on the wire: amounts with their code, times as epoch milliseconds. Must not change by itself. */
  readonly value: string
}
