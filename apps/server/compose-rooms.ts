import { approvalsSettings } from '@bolsillo/approvals/domain'
import type { WorkQueue } from '@bolsillo/approvals/server'
import { countUnreadNotices } from '@bolsillo/content/server'
import { contractSettings, findLiquidated, recordedRates } from '@bolsillo/contracts/server'
import { conversionQuoteLife, conversionSpread } from '@bolsillo/conversion/server'
import { depositSettings } from '@bolsillo/deposits/domain'
import { fileSettings } from '@bolsillo/files/domain'
import { identitySettings } from '@bolsillo/identity/domain'
import { kycSettings, limitSettings } from '@bolsillo/kyc/domain'
import { ledgerSettings } from '@bolsillo/ledger/domain'
import { createLedgerHistory } from '@bolsillo/ledger/server'
import { byHandSettings, channelSettings, liabilityTolerances, reconciliationLimits } from '@bolsillo/payments/domain'
import type { Publisher, Room, Services } from '@bolsillo/server-kit'
import type { Setting } from '@bolsillo/settings/domain'
import { tradingOf, tradingSettings } from '@bolsillo/trading/server'
import { withdrawalSettings } from '@bolsillo/withdrawals/domain'
import { composeBase } from './compose/base.ts'
import { composeBooks } from './compose/books.ts'
import { type Composing, replaced } from './compose/composing.ts'
import { composeNotices } from './compose/notices.ts'
import { composePayments } from './compose/payments.ts'
import { composeStaff } from './compose/staff.ts'
import { composeTrading } from './compose/trading.ts'
import type { Composition, OtherParts } from './composition.ts'
import type { Config } from './config.ts'
import { type Platform, products } from './products.ts'

/** The settings of all rooms except the settings room's own. */
export const declared: readonly Setting[] = [
  ...Object.values(depositSettings),
  ...Object.values(identitySettings),
  ...Object.values(ledgerSettings),
  ...Object.values(tradingSettings),
  ...Object.values(fileSettings),
  ...Object.values(approvalsSettings),
  ...Object.values(withdrawalSettings),
  ...Object.values(kycSettings),
  ...limitSettings.values(),
  conversionSpread,
  conversionQuoteLife,
  ...Object.values(contractSettings),
  ...products.flatMap(({ settings }) => settings),
  ...channelSettings,
  ...Object.values(reconciliationLimits),
  ...Object.values(liabilityTolerances),
  ...Object.values(byHandSettings).flatMap((caps) => Object.values(caps)),
]

/** Chooses the venue and the rails, and wires the rooms. Nothing runs yet. */
export function composeRooms(
  config: Config,
  services: Services,
  publisher: Publisher,
  instead: OtherParts = {},
): Composition {
  const composing: Composing = { config, services, publisher, instead, late: {} }
  const parts = composeParts(composing)
  const { base, books, dealing, staff, paying } = parts
  const platform = replaced(instead.platform, platformOf(composing, parts))
  const productRooms = products.map((make) => make(platform))
  const notices = composeNotices(composing, base, platform)
  // Every room declares the decisions that need two operators, once all rooms are created.
  const rooms: readonly Room[] = [
    ...[base.auditRoom, base.settingsRoom, base.inboxRoom, base.outbox.room, base.identity.room],
    base.ways.toDevices.room,
    ...[books.ledgerRoom, books.market.room, books.conversionRoom],
    ...[staff.filesRoom, staff.approvalsRoom, staff.kyc.room, staff.limits.room],
    ...[...paying.railRooms, paying.paymentsRoom, paying.proofRoom],
    ...[dealing.tradingRoom, dealing.portfolioRoom, ...productRooms, dealing.contractsRoom],
    ...[paying.depositsRoom, paying.withdrawalsRoom, notices.room],
  ]
  composing.late.rooms = rooms
  const workQueues = declareWork(parts, rooms)
  const { approvals } = staff
  return {
    rooms,
    identity: base.identity,
    needs: base.needs,
    deskStatus: dealing.desk.status,
    liquidations: dealing.engine.liveness,
    approvalKinds: approvals.kinds,
    workQueues,
    checkpoint: books.checkpoint,
    parts: {
      ...{ ledger: books.ledger, settings: base.registry, market: books.market, venue: books.venue },
      ...{ trading: dealing.trading, desk: dealing.desk, contracts: dealing.madeContracts },
      ...{ payments: paying.payments, paymentEngine: paying.paymentEngine, approvals },
      ...{ people: staff.people, ownLimits: staff.limits.ownLimits, claims: paying.deposits.claims, platform },
    },
  }
}

type Parts = ReturnType<typeof composeParts>

/** The rooms in the order they need each other. */
function composeParts(composing: Composing) {
  const base = composeBase(composing, declared)
  const books = composeBooks(composing, base)
  const dealing = composeTrading(composing, base, books)
  const staff = composeStaff(composing, base, books)
  const paying = composePayments(composing, base, books, staff, declared)
  return { base, books, dealing, staff, paying }
}

/** What products are made from. */
function platformOf({ services, publisher }: Composing, { base, books, dealing, staff, paying }: Parts): Platform {
  const { market } = books
  const { identity } = base
  return {
    ...{ services, publisher },
    ...{ settings: base.settings, audit: base.audit, needs: base.needs },
    ledger: books.ledger,
    history: createLedgerHistory(),
    scaleOf: staff.scaleOf,
    conversions: books.conversions,
    ...{ market: market.state, candles: market.candles, rates: market.rates, prints: market.prints },
    liquidated: findLiquidated,
    fundingRates: recordedRates,
    unreadNotices: (db, customerId) => countUnreadNotices(identity, db, customerId, services.clock.now()),
    prices: books.prices,
    ...{ costs: dealing.books.costs, sales: dealing.books.sales },
    instruments: dealing.traded,
    tradingOf: (product) => tradingOf(dealing.trading, product),
    ...{ tradePasswords: identity.tradePasswords, customers: identity.customers },
    ...{ authorisations: dealing.authorisations, ownLimits: dealing.ownLimits },
    ...{ files: staff.files, approvals: staff.approvals, views: staff.views },
    payments: paying.payments,
    isOwnPayment: async (db, customerId, id) => {
      const kinds = [...paying.deposits.caseKinds, ...paying.withdrawals.caseKinds]
      const kind = kinds.find(({ prefix }) => id.startsWith(`${prefix}_`))
      const found = await kind?.find(db, id, { operatorId: undefined, now: services.clock.now() })
      return found?.customerId === customerId
    },
    ...{ leaving: dealing.leaving, leavingRefusal: dealing.leavingRefusal },
  }
}

/** Declares what staff decide and work through, of all rooms. @returns their queues. */
function declareWork(
  { dealing, staff: { approvals, kyc }, paying: { deposits, withdrawals } }: Parts,
  rooms: readonly Room[],
): readonly WorkQueue[] {
  approvals.declare([
    ...[...kyc.approvalKinds, ...deposits.approvalKinds, ...withdrawals.approvalKinds],
    ...rooms.flatMap(({ approvalKinds = [] }) => approvalKinds),
  ])
  approvals.declareCases([
    ...[...kyc.caseKinds, ...deposits.caseKinds, ...withdrawals.caseKinds],
    ...rooms.flatMap(({ caseKinds = [] }) => caseKinds),
  ])
  const workQueues: readonly WorkQueue[] = [
    ...[...kyc.workQueues, ...deposits.workQueues, ...withdrawals.workQueues],
    ...rooms.flatMap((room) => room.workQueues ?? []),
    ...dealing.contractsDesk.workQueues,
  ]
  approvals.declareQueues(workQueues)
  return workQueues
}
