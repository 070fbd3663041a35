import { join } from 'node:path'
import { createConversion } from '@bolsillo/conversion/server'
import { present } from '@bolsillo/kernel'
import { createLedger, createLedgerRoom } from '@bolsillo/ledger/server'
import { findHalts } from '@bolsillo/payments/server'
import { createPricesOf, valuationBy } from '@bolsillo/portfolio/server'
import { chooseMarket } from '../choose-market.ts'
import { databaseName } from '../config.ts'
import type { Base } from './base.ts'
import type { Composing } from './composing.ts'

export type BooksAndMarket = ReturnType<typeof composeBooks>

/** The market and its venue, the ledger, and what things are worth. */
export function composeBooks({ config, services, publisher, instead, late }: Composing, { audit, settings }: Base) {
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
    settling: (...asked) => present(late.trading, 'trading is made before any request').settling(...asked),
    haltedAssets: async (db) => (await findHalts(db)).map(({ asset }) => asset),
    custodian,
    // A journal that fails its check gets no more entries until people have examined it.
    onProblem: () => present(late.trading, 'trading is made before the journal is read').stop(),
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
  late.waysOf = waysOf
  return {
    ...{ market, venue, facts, indexOf, custodian, prices, valuation },
    ...{ ledger, ledgerRoom, obstacle, checkpoint, conversionRoom, conversions },
  }
}
