import { join } from 'node:path'
import { approvalsSettings } from '@bolsillo/approvals/domain'
import { createApprovals, type PersonalDataViews, type WorkQueue } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
import { contractResultsSince, contractSettings, createContracts } from '@bolsillo/contracts/server'
import { conversionQuoteLife, conversionSpread, createConversion } from '@bolsillo/conversion/server'
import { depositSettings } from '@bolsillo/deposits/domain'
import { createDeposits } from '@bolsillo/deposits/server'
import { fileSettings } from '@bolsillo/files/domain'
import { createFiles } from '@bolsillo/files/server'
import { identitySettings } from '@bolsillo/identity/domain'
import {
  createIdentity,
  customersAfter,
  displayNumbersOf,
  type Identity,
  operatorNamesOf,
} from '@bolsillo/identity/server'
import { present } from '@bolsillo/kernel'
import { kycSettings, limitSettings } from '@bolsillo/kyc/domain'
import { createKyc, createLimits, type OwnLimits, type VerifiedPeople } from '@bolsillo/kyc/server'
import { ledgerSettings } from '@bolsillo/ledger/domain'
import { createLedger, createLedgerHistory, createLedgerRoom } from '@bolsillo/ledger/server'
import { instrumentOf } from '@bolsillo/market/domain'
import { byHandSettings, channelSettings, liabilityTolerances, reconciliationLimits } from '@bolsillo/payments/domain'
import { createPayments, findHalts } from '@bolsillo/payments/server'
import { createOwnBooks, createPortfolio, createPricesOf, pesosOf, valuationBy } from '@bolsillo/portfolio/server'
import { createProof } from '@bolsillo/proof/server'
import { createPracticeInbox } from '@bolsillo/rail-practice-inbox'
import type { NeedsPort, Publisher, Room, Services } from '@bolsillo/server-kit'
import type { Setting } from '@bolsillo/settings/domain'
import { createSettings } from '@bolsillo/settings/server'
import {
  createOrderAuthorisations,
  createTrading,
  deskLimits,
  resultsSince,
  tradingOf,
  tradingSettings,
} from '@bolsillo/trading/server'
import { withdrawalSettings } from '@bolsillo/withdrawals/domain'
import { createWithdrawals, holdersOfDestination } from '@bolsillo/withdrawals/server'
import { chooseMarket } from './choose-market.ts'
import { chooseRails } from './choose-rails.ts'
import type { Composition, OtherParts } from './composition.ts'
import { type Config, databaseName } from './config.ts'
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
  // Own limits need kyc and the products, which are created first; views of personal data need approvals.
  const late: { ownLimits?: OwnLimits; views?: PersonalDataViews } = {}
  const { room: auditRoom, audit } = createAudit({
    staffNames: operatorNamesOf,
    waysOf: (db, acts, now) => waysOf(db, acts, now),
    lookFor: (...asked) => present(late.views, 'looks are made before any request').viewedForCase(...asked),
    practice: services.mode === 'SIM',
  })
  const { room: settingsRoom, settings: registry } = createSettings({ services, audit, declared })
  const settings = instead.settings?.(registry) ?? registry
  const { room: inboxRoom, rail, inbox } = createPracticeInbox()
  const ownIdentity = createIdentity({
    services,
    audit,
    settings,
    rail,
    inbox,
    appUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    consoleUrl: config.console.url ?? `http://localhost:${config.console.port}`,
    ...(instead.identity === undefined ? {} : { instead: instead.identity }),
  })
  const identity: Identity = { ...ownIdentity, ...instead.accounts }
  // Nobody can become VIP yet; until then a setting opens what VIP would.
  const needs: NeedsPort = instead.needs ?? { ...identity.needs, vip: async () => false }
  const { market, venue, facts, indexOf } = instead.market ?? chooseMarket(config, services, publisher)
  // The venue's custodian holds all the money of its market: trades settle there, and its account never turns into a
  // debt.
  const custodian = `venue-${venue.id}`
  const ledger = instead.ledger ?? createLedger()
  const prices = createPricesOf({ market: market.state, rates: market.rates, candles: market.candles })
  const valuation = valuationBy(prices)
  const {
    room: ledgerRoom,
    waysOf,
    obstacle,
    checkpoint,
  } = createLedgerRoom({
    services,
    ledger,
    settings,
    audit,
    publisher,
    valuation,
    settling: (db, customerId, now) => trading.settling(db, customerId, now),
    haltedAssets: async (db) => (await findHalts(db)).map(({ asset }) => asset),
    custodian,
    // A journal that fails its check gets no more entries until people have examined it.
    onProblem: () => trading.stop(),
    witnessFile: config.witnessDir === undefined ? undefined : join(config.witnessDir, `${databaseName(config)}.jsonl`),
    ...(config.witnessDir === undefined
      ? {}
      : {
          cosigning: {
            origin: config.logOrigin,
            database: databaseName(config),
            witnesses: config.witnesses ?? [],
            file: join(config.witnessDir, `${databaseName(config)}.checkpoint`),
          },
        }),
  })
  const { midOf } = market.rates
  const { room: conversionRoom, conversions } = createConversion({ services, ledger, settings, custodian, midOf })
  const traded = facts.instrumentIds().flatMap((id) => instrumentOf(id) ?? [])
  const authorisations = createOrderAuthorisations({ services, settings, renewSession: identity.renewSession })
  const ownLimits: Pick<OwnLimits, 'openingRefusal'> = {
    openingRefusal: (...asked) => present(late.ownLimits, 'limits are made before any order').openingRefusal(...asked),
  }
  const contracts = createContracts({
    services,
    settings,
    ledger,
    publisher,
    market: market.state,
    instruments: traded,
    indexOf,
    custodian,
    tradePasswords: identity.tradePasswords,
    authorisations,
    ownLimits,
    creditHeldUntil: async (db, customerId, now) => (await identity.customers.accountHold(db, customerId, now))?.until,
    numbersOf: displayNumbersOf,
    demoCustomers: identity.demoCustomers,
  })
  const {
    room: tradingRoom,
    trading,
    desk,
  } = createTrading({
    services,
    ledger,
    settings,
    facts,
    feed: market.state,
    candles: market.candles,
    venues: [venue],
    custodian,
    publisher,
    products: [contracts.product],
    limits: instead.deskLimits ?? deskLimits,
  })
  const books = createOwnBooks(ledger, prices)
  const portfolioRoom = createPortfolio({ ledger, market: market.state, prices, books })
  const madeContracts = contracts.withTrading(trading)
  const { room: contractsRoom, leaving, leavingRefusal, engine, ...contractsDesk } = madeContracts
  const { room: filesRoom, files } = createFiles({
    services,
    settings,
    audit,
    namesOf: operatorNamesOf,
    isReadable: (...asked) => present(late.views, 'looks are made before any request').isReadable(...asked),
  })
  const {
    room: approvalsRoom,
    approvals,
    views,
  } = createApprovals({
    services,
    audit,
    namesOf: operatorNamesOf,
    factors: identity.operatorFactors,
    desk: {
      customers: identity.customers,
      staff: identity.staff,
      settings: registry,
      rooms: () => rooms,
      papersOf: (db, customerId) => kyc.papersOf(db, customerId),
    },
    viewsPerHour: () => settings.get(approvalsSettings.viewsPerHour),
  })
  late.views = views
  const results = [resultsSince, contractResultsSince]
  const scaleOf = (asset: string): number => valuation.assetOf(asset)?.scale ?? 0
  const kyc = createKyc({
    services,
    settings,
    audit,
    files,
    customers: identity.customers,
    approvals,
    views,
    names: { operators: operatorNamesOf, customers: displayNumbersOf },
    sums: { ledger, results, scaleOf },
  })
  const people: VerifiedPeople = { ...kyc.verifiedPeople, ...instead.people }
  const limits = createLimits({
    services,
    ledger,
    audit,
    people,
    results,
    pesosOf: (asset, minor, now) => pesosOf(prices, asset, minor, now),
    scaleOf,
  })
  late.ownLimits = limits.ownLimits
  const { rooms: railRooms, ...chosenRails } = (instead.rails ?? chooseRails)(services, settings)
  const {
    room: paymentsRoom,
    payments,
    engine: paymentEngine,
  } = createPayments({
    services,
    settings,
    ledger,
    obstacle,
    staff: { audit, approvals, views, namesOf: operatorNamesOf },
    ...chosenRails,
  })
  const { room: proofRoom } = createProof({
    services,
    ledger,
    numbersOf: displayNumbersOf,
    scaleOf,
    witnessFile:
      config.witnessDir === undefined ? undefined : join(config.witnessDir, `${databaseName(config)}.proofs.jsonl`),
  })
  const { room: depositsRoom, ...deposits } = createDeposits({
    services,
    settings,
    ledger,
    audit,
    payments,
    people,
    customers: identity.customers,
    files,
    approvals,
    views,
    publisher,
    ownLimits: limits.ownLimits,
    holdersOf: holdersOfDestination,
    staffNames: operatorNamesOf,
  })
  const { room: withdrawalsRoom, ...withdrawals } = createWithdrawals({
    services,
    settings,
    ledger,
    audit,
    payments,
    people,
    factors: identity.secondFactors,
    passwords: identity.withdrawalPasswords,
    customers: identity.customers,
    approvals,
    views,
    publisher,
    claims: deposits.claims,
    terms: declared.filter(({ worse }) => worse !== undefined),
    customersAfter,
    ownLimits: limits.ownLimits,
  })
  const platform: Platform = {
    services,
    settings,
    publisher,
    audit,
    ledger,
    history: createLedgerHistory(),
    scaleOf,
    conversions,
    market: market.state,
    candles: market.candles,
    rates: market.rates,
    prices,
    costs: books.costs,
    instruments: traded,
    tradingOf: (product) => tradingOf(instead.trading?.(trading) ?? trading, product),
    tradePasswords: identity.tradePasswords,
    authorisations,
    ownLimits,
    needs,
    customers: identity.customers,
    files,
    approvals,
    views,
    payments,
    leaving,
    leavingRefusal,
  }
  const productRooms = products.map((make) => make(platform))
  // Every room declares the decisions that need two operators, once all rooms are created.
  const rooms: readonly Room[] = [
    ...[auditRoom, settingsRoom, inboxRoom, identity.room, ledgerRoom, market.room, conversionRoom],
    ...[filesRoom, approvalsRoom, kyc.room, limits.room, ...railRooms, paymentsRoom, proofRoom],
    ...[tradingRoom, portfolioRoom, ...productRooms, contractsRoom, depositsRoom, withdrawalsRoom],
  ]
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
    ...contractsDesk.workQueues,
  ]
  approvals.declareQueues(workQueues)
  return {
    rooms,
    identity,
    needs,
    deskStatus: desk.status,
    liquidations: engine.liveness,
    approvalKinds: approvals.kinds,
    workQueues,
    checkpoint,
    parts: {
      ...{ ledger, settings: registry, market, venue, trading, desk, contracts: madeContracts },
      ...{ payments, paymentEngine, approvals, ownLimits: limits.ownLimits },
    },
  }
}
