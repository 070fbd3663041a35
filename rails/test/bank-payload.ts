import { type Asset, type Instant, type Money, writeMoney } from '@bolsillo/kernel'
import type { RailEvent } from '@bolsillo/payments/domain'
import { PayloadProblem, readAmount, readInstant, readObject, readPayoutId, readText } from './payload-fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** An incoming payment, as a practice bank reports it. */
interface BankPaymentIn {
  readonly externalId: string
  readonly amount: Money
  readonly to: string
  readonly name: string
  readonly account: string
  readonly at: Instant
}

/** A payment it sent. */
interface BankPaymentOut {
  readonly payoutId: string
  readonly externalId: string
  readonly amount: Money
  readonly state: 'sent' | 'confirmed' | 'failed'
  readonly reason: string
  readonly at: Instant
}

/** A payment it sent that came back after it had arrived, whole or in part. */
interface BankPayoutBack {
  readonly payoutId: string
  /** Its own number of what came back. */
  readonly returnId: string
  readonly amount: Money
  readonly reason: string
  readonly at: Instant
}

/** A payment that was returned, whole or in part. */
interface BankPaymentBack {
  readonly externalId: string
  readonly reversalId: string
  readonly amount: Money
  readonly reason: string
  readonly at: Instant
}

/** The words of one made-up bank: what it calls things, and how it says who paid whom. */
interface BankWords {
  readonly asset: Asset
  readonly names: {
    readonly at: string
    readonly externalId: string
    readonly amount: string
    readonly payoutId: string
    readonly state: string
    readonly reversalId: string
    readonly reason: string
    /** Left out by a bank that knows one currency only. */
    readonly currency?: string
  }
  readonly kinds: { readonly in: string; readonly out: string; readonly back: string }
  readonly states: {
    readonly sent: string
    readonly confirmed: string
    readonly failed: string
    readonly returned: string
  }
  /** Undefined: it is on its way, which is not there. */
  readonly readParties: (
    fields: Fields,
  ) => { readonly to: string; readonly from: { readonly name: string; readonly account: string } } | undefined
  readonly writeParties: (payment: BankPaymentIn) => Record<string, unknown>
}

/** What a bank of these words says, read and written. `read` throws PayloadProblem. */
interface BankPayloads {
  readonly read: (payload: unknown) => readonly RailEvent[]
  readonly writeIn: (payment: BankPaymentIn) => Record<string, unknown>
  readonly writeOut: (payment: BankPaymentOut) => Record<string, unknown>
  readonly writeReturned: (back: BankPayoutBack) => Record<string, unknown>
  readonly writeBack: (back: BankPaymentBack) => Record<string, unknown>
}

/** The messages of a bank with these words: payments in, payments out and their states, and returns. */
export function bankPayloads(words: BankWords): BankPayloads {
  const { asset, names, kinds, ...parties } = words
  const readIn = (fields: Fields, at: Instant): readonly RailEvent[] => {
    const found = parties.readParties(fields)
    if (found === undefined) return []
    const [externalId, amount] = [readText(fields, names.externalId), readAmount(fields, names.amount, asset)]
    return [{ kind: 'received', externalId, amount, ...found, confirmations: { seen: 1, needed: 1 }, at }]
  }

  const readBack = (fields: Fields, at: Instant): RailEvent => ({
    kind: 'reversed',
    externalId: readText(fields, names.externalId),
    reversalId: readText(fields, names.reversalId),
    amount: readAmount(fields, names.amount, asset),
    reason: readText(fields, names.reason, 200),
    at,
  })

  return {
    read: (payload) => {
      const fields = readObject(payload, 'message')
      const kind = readText(fields, 'tipo')
      const at = readInstant(fields, names.at)
      if (names.currency !== undefined && readText(fields, names.currency) !== asset.code) {
        throw new PayloadProblem(`${names.currency} is not ${asset.code}`)
      }
      switch (kind) {
        case kinds.in:
          return readIn(fields, at)
        case kinds.back:
          return [readBack(fields, at)]
        case kinds.out:
          return [readOut(words, fields, at)]
        default:
          throw new PayloadProblem(`tipo ${kind} is unknown`)
      }
    },
    ...bankWriting(words),
  }
}

/** The outcome of a payment it sent. */
function readOut({ asset, names, states }: BankWords, fields: Fields, at: Instant): RailEvent {
  const payoutId = readPayoutId(fields, names.payoutId)
  switch (readText(fields, names.state)) {
    case states.sent:
      return { kind: 'payout-sent', payoutId, externalId: readText(fields, names.externalId), at }
    case states.confirmed: {
      const [externalId, amount] = [readText(fields, names.externalId), readAmount(fields, names.amount, asset)]
      return { kind: 'payout-confirmed', payoutId, externalId, amount, at }
    }
    case states.failed:
      return { kind: 'payout-failed', payoutId, reason: readText(fields, names.reason, 200), at }
    case states.returned: {
      const [returnId, amount] = [readText(fields, names.reversalId), readAmount(fields, names.amount, asset)]
      return { kind: 'payout-returned', payoutId, returnId, amount, reason: readText(fields, names.reason, 200), at }
    }
    default:
      throw new PayloadProblem(`${names.state} is unknown`)
  }
}

/** What a bank of these words says: payments and their outcomes. */
function bankWriting({ names, kinds, states, ...parties }: BankWords): Omit<BankPayloads, 'read'> {
  const currencyOf = ({ asset: paid }: Money): Record<string, unknown> =>
    names.currency === undefined ? {} : { [names.currency]: paid.code }
  return {
    writeIn: (payment) => ({
      tipo: kinds.in,
      [names.externalId]: payment.externalId,
      [names.amount]: writeMoney(payment.amount),
      ...currencyOf(payment.amount),
      ...parties.writeParties(payment),
      [names.at]: payment.at,
    }),
    writeOut: (payment) => ({
      tipo: kinds.out,
      [names.state]: states[payment.state],
      [names.payoutId]: payment.payoutId,
      [names.externalId]: payment.externalId,
      [names.amount]: writeMoney(payment.amount),
      ...currencyOf(payment.amount),
      ...(payment.state === 'failed' ? { [names.reason]: payment.reason } : {}),
      [names.at]: payment.at,
    }),
    writeReturned: (back) => ({
      tipo: kinds.out,
      [names.state]: states.returned,
      [names.payoutId]: back.payoutId,
      [names.reversalId]: back.returnId,
      [names.amount]: writeMoney(back.amount),
      ...currencyOf(back.amount),
      [names.reason]: back.reason,
      [names.at]: back.at,
    }),
    writeBack: (back) => ({
      tipo: kinds.back,
      [names.externalId]: back.externalId,
      [names.reversalId]: back.reversalId,
      [names.amount]: writeMoney(back.amount),
      ...currencyOf(back.amount),
      [names.reason]: back.reason,
      [names.at]: back.at,
    }),
  }
}
