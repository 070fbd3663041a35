import type { Asset, Id, Instant, Money, Rejection } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type {
  Channel,
  ChannelCode,
  Destination,
  PayInAddress,
  PaymentRail,
  PayoutState,
  RailEvent,
} from '../domain/index.ts'
import type { ByHand } from './by-hand/by-hand.ts'
import type { PayoutReturn } from './return-store.ts'

export type { ByHand, ByHandWish, StoredLine } from './by-hand/by-hand.ts'
export type { PayoutReturn } from './return-store.ts'

/** A payment out, one for each cause. */
export interface PayoutRecord {
  readonly payoutId: Id<'pay'>
  /** What is paid: a withdrawal's id, or that of a deposit sent back. */
  readonly cause: string
  readonly customerId?: Id<'cus'>
  readonly railId: string
  readonly channel: ChannelCode
  readonly amount: Money
  /** What arrived, where two people booked another amount than was asked for. */
  readonly arrivedOther?: Money
  readonly destination: Destination
  readonly reference: string
  /** It goes back where it came from, and waits for nothing but a rail. */
  readonly goesBack: boolean
  readonly state: PayoutState
  /** The rail's own number of it: a tracking key, a transaction's hash. */
  readonly externalId?: string
  readonly failure?: string
  readonly requestedAt: Instant
  readonly changedAt: Instant
}

/** Money reported by a rail, dispatched in one transaction with whatever the handler does. */
export interface Delivery<Kind extends RailEvent['kind']> {
  /** Unique for each telling: a handler runs to its commit once for each. */
  readonly eventId: Id<'rev'>
  readonly railId: string
  readonly event: Extract<RailEvent, { kind: Kind }>
  /** Whose pay-in address it came to; undefined when nobody's (or when the event is no payment in). */
  readonly customerId: Id<'cus'> | undefined
  /** The payment out the event is about. */
  readonly payout: PayoutRecord | undefined
  /** Of money in: its movement on the rail is booked, and it is in `house:unmatched`. */
  readonly inUnmatched?: boolean
  readonly now: Instant
}

/**
 * What a room does with an event. It may post to the ledger. What it throws undoes it: the event is kept, shown to staff
 * and tried again; later events about the same payment wait behind it, others go on.
 */
type EventWork<Kind extends RailEvent['kind']> = (tx: Tx, delivery: Delivery<Kind>) => Promise<void>

/** Who takes what comes in. */
export interface PayInTakers {
  /** Called for each reported number of confirmations, `seen` only rising; credit when `seen` reaches `needed`. */
  readonly received: EventWork<'received'>
  readonly reversed: EventWork<'reversed'>
  /** Where money that was credited to a customer, and not taken back since, came from; newest first. */
  readonly origins: (db: Db, customerId: Id<'cus'>) => Promise<readonly Origin[]>
}

/** Who handles the outcome of payments out. The state of the payout is already the new one. */
export interface PayoutTakers {
  readonly sent: EventWork<'payout-sent'>
  readonly confirmed: EventWork<'payout-confirmed'>
  readonly failed: EventWork<'payout-failed'>
  /**
   * A payment that was confirmed came back. @returns whether the room booked it; if not, it is taken in as money that
   * came from where the payment had gone. Where the room has a use for a part only, it books what the rail moved and
   * returns the rest, which is taken in like that.
   */
  readonly returned: (tx: Tx, back: ReturnedPayment) => Promise<boolean | LeftUnmatched>
  /** Whether money taken in like that is known to come for the customer of the payment. */
  readonly ownerKnown: boolean
  /**
   * Another amount arrived than was requested, and two people decided to book the amount that arrived. Absent where only the
   * requested amount can be booked.
   */
  readonly confirmedOther?: EventWork<'payout-confirmed'>
}

/** What of money that came back the room that asked for the payment left in `house:unmatched`. */
export interface LeftUnmatched {
  readonly unmatched: Money
}

/** What came back of a payment that had been confirmed; the payment itself stays confirmed. */
export interface ReturnedPayment {
  readonly payout: PayoutRecord
  readonly railId: string
  /** The rail's own number of what came back: what an entry about it is found by on the statement. */
  readonly returnId: string
  readonly amount: Money
  readonly reason: string
  readonly now: Instant
}

/** Where a customer's money came from: what can be paid back to without asking anything. */
export interface Origin {
  readonly railId: string
  readonly asset: string
  readonly from: { readonly name: string; readonly account: string }
  /** Credited from there, less what was taken back. */
  readonly received: Money
  readonly lastAt: Instant
}

/** A channel as customers see it now. */
export interface ChannelState {
  readonly channel: Channel
  readonly railId: string
  /** Some installations practise: nothing it moves is worth money. */
  readonly simulated: boolean
  readonly depositsOpen: boolean
  readonly withdrawalsOpen: boolean
  /** Minutes after midnight, Mexico City; equal ones mean the whole day. */
  readonly opensAt: number
  readonly closesAt: number
  readonly depositMin: Money
  readonly depositMax: Money
  readonly withdrawalMin: Money
  readonly withdrawalMax: Money
  readonly withdrawalFee: Money
  readonly arrivalMinutes: number
  readonly confirmations: number
}

/** Payments of an asset that wait because the books and a rail's statement differ by too much. It ends by itself. */
export interface PayoutFreeze {
  readonly asset: string
  readonly railId: string
  readonly difference: Money
  readonly from: Instant
  /** Renewed by each reconciliation that still finds the difference; lifted by the first that does not. */
  readonly until: Instant
}

/** Money in and out, as deposits and withdrawals use it. */
export interface Payments {
  /** The channels some rail serves, with their present settings. */
  readonly channels: (now: Instant) => readonly ChannelState[]
  readonly channel: (code: string, now: Instant) => ChannelState | undefined
  readonly rail: (railId: string) => PaymentRail | undefined
  /** Why a customer cannot pay in by this channel now (switched off, or out of hours), or by this amount. */
  readonly depositRefusal: (state: ChannelState, amount: Money | undefined) => Rejection | undefined
  /** Why a customer cannot ask for a withdrawal by this channel now, or of this amount. */
  readonly withdrawalRefusal: (state: ChannelState, amount: Money | undefined) => Rejection | undefined
  /** The customer's own number: given once, at the first wish, and to nobody else ever. */
  readonly customerNo: (tx: Tx, customerId: Id<'cus'>) => Promise<number>
  /** Where this customer pays in by this channel: the same for ever, and nobody else's. Made at the first wish. */
  readonly payInAddress: (
    tx: Tx,
    wish: { readonly customerId: Id<'cus'>; readonly channel: ChannelCode; readonly now: Instant },
  ) => Promise<PayInAddress>
  /** The same without making it. */
  readonly findPayInAddress: (
    db: Db,
    wish: { readonly customerId: Id<'cus'>; readonly channel: ChannelCode },
  ) => Promise<PayInAddress | undefined>
  /** Whose pay-in address a text is (`to` of an event), if it is one. */
  readonly ownerOf: (db: Db, railId: string, to: string) => Promise<Id<'cus'> | undefined>
  /** Whether a destination is one of our own pay-in addresses, whoever's: nobody withdraws to where they pay in. */
  readonly isOwnAddress: (db: Db, destination: Destination) => Promise<boolean>
  /** Names an account was paid to under, whatever came of it. */
  readonly holdersOf: (db: Db, destination: Destination) => Promise<readonly string[]>
  /** What is wrong with a destination for a channel, as the name of a problem with words; undefined when nothing is. */
  readonly destinationProblem: (channel: ChannelCode, destination: Destination) => string | undefined
  /** Declares who takes what comes in. Called once, while the rooms are wired. */
  readonly takePayIns: (takers: PayInTakers) => void
  /** Declares who handles the outcome of the payments of a kind of cause: `wdr` for `wdr_…`. */
  readonly takePayouts: (causePrefix: string, takers: PayoutTakers) => void
  /** Where what this customer was credited came from, less what was taken back; newest first. */
  readonly originsOf: (db: Db, customerId: Id<'cus'>) => Promise<readonly Origin[]>
  /** How money is paid back to where it came from by a rail; undefined when it cannot be. */
  readonly originDestination: (
    railId: string,
    from: { readonly name: string; readonly account: string },
  ) => Destination | undefined
  /**
   * Asks for the one payment of a cause. Asked again for the same cause it answers the payment there is and asserts that
   * it is the same. It is sent after commit, again and again until the rail has taken it. Posts nothing.
   */
  readonly requestPayout: (
    tx: Tx,
    wish: {
      readonly cause: string
      /** Whose money it is. Staff who see where it goes leave a line in this customer's log. */
      readonly customerId?: Id<'cus'>
      readonly channel: ChannelCode
      readonly amount: Money
      readonly destination: Destination
      readonly reference: string
      /** It goes back where it came from: no hours, switch or difference of the books holds it back. */
      readonly goesBack?: boolean
      readonly now: Instant
    },
  ) => Promise<PayoutRecord>
  readonly payoutOf: (db: Db, cause: string) => Promise<PayoutRecord | undefined>
  /** What came back of the confirmed payments of these causes, by cause. */
  readonly returnsOf: (db: Db, causes: readonly string[]) => Promise<ReadonlyMap<string, readonly PayoutReturn[]>>
  /** Why payments of an asset wait, if they do. */
  readonly freezeOf: (db: Db, asset: Asset, now: Instant) => Promise<PayoutFreeze | undefined>
  /** Practice market only: makes the rail deliver as if the customer had paid. */
  readonly practicePayer: PracticePayer | undefined
  /** Staff-confirmed transfers: what two people's approval makes happen. */
  readonly manual: ManualDesk | undefined
  /** Lines of imported statements, and the caps of what people credit. */
  readonly byHand: ByHand
}

/** Makes a practice rail deliver, as a customer's bank or wallet would. Exists only in the practice market. */
export interface PracticePayer {
  /**
   * Pays `amount` to a pay-in address (`payInKey` of it) from a made-up account in a name; the provider tells of it some
   * seconds later.
   * @returns when it is first reported, and the provider's id of the payment.
   */
  readonly payIn: (
    tx: Tx,
    payment: {
      readonly railId: string
      readonly to: string
      readonly amount: Money
      readonly from?: { readonly name: string }
      readonly now: Instant
    },
  ) => Promise<{ readonly externalId: string; readonly arrivesAt: Instant }>
}

/** Money two people read on the bank's statement. */
export interface StatementReceipt {
  /** The bank's own number of the transfer. */
  readonly externalId: string
  readonly amount: Money
  /** The reference it carried. */
  readonly to: string
  readonly from: { readonly name: string; readonly account: string }
  readonly now: Instant
}

/** A transfer a customer of a practice market sent to the firm's account, in the practice bank's own book. */
interface PracticeTransfer {
  readonly number: string
  readonly minor: bigint
  readonly reference: string
  readonly payerName: string
  readonly payerAccount: string
  readonly at: Instant
}

/** What the rail of transfers by hand takes from two people's approvals. */
export interface ManualDesk {
  readonly railId: string
  /** The number of the firm's account an asset comes to, without spaces: whose statements are taken. */
  readonly accountOf: (asset: string) => string | undefined
  /** Practice market only: what its made-up bank received, oldest first. */
  readonly practiceTransfers?: (db: Db, asset: string) => Promise<readonly PracticeTransfer[]>
  /** Whether a tracking number was recorded before, in any spelling. */
  readonly isRecorded: (db: Db, direction: 'in' | 'out', key: string) => Promise<boolean>
  /** Why a receipt read on the statement could not become an event; checked before it is proposed. */
  readonly receivedProblem: (received: StatementReceipt) => string | undefined
  /** Records money on the bank's statement as an event. @returns false when this tracking number was recorded before. */
  readonly confirmReceived: (
    tx: Tx,
    received: StatementReceipt & { readonly approvalId: Id<'apv'> },
  ) => Promise<boolean>
  /** Records a returned payment as an event. @returns false when this tracking number was recorded before. */
  readonly confirmReturned: (
    tx: Tx,
    back: {
      readonly payoutId: Id<'pay'>
      /** The bank's own number of what came back. */
      readonly returnId: string
      readonly amount: Money
      readonly reason: string
      readonly approvalId: Id<'apv'>
      readonly now: Instant
    },
  ) => Promise<boolean>
  /** Tells that a payment arrived, with the bank's tracking number, or that it certainly did not. */
  readonly confirmPayout: (
    tx: Tx,
    outcome: {
      readonly payoutId: Id<'pay'>
      readonly approvalId: Id<'apv'>
      readonly now: Instant
    } & (
      | { readonly kind: 'paid'; readonly externalId: string; readonly amount: Money }
      | { readonly kind: 'failed'; readonly reason: string }
    ),
  ) => Promise<boolean>
}
