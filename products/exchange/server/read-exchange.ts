import { conversionQuoteLife } from '@bolsillo/conversion/server'
import { currencies, writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { readExchange as call } from '../contract/index.ts'
import { exchangeSettings, purses } from '../domain/index.ts'
import type { ExchangeDeps } from './deps.ts'
import { spreadBpsMax, writeRate } from './offer-rows.ts'

const { MXN, USD, BRL } = currencies
/** Every two currencies, once; crosses too. */
const pairs = [
  [USD, MXN],
  [BRL, MXN],
  [BRL, USD],
] as const

/** Rates with their sources, what a conversion costs, its bounds, and what the customer has. */
export const readExchange = useCase(
  call,
  async (_, { customer, db, now }, { conversions, ledger, settings }: ExchangeDeps) => {
    const { customerId } = customer
    const rates = pairs.flatMap(([one, other]) => conversions.rate(one, other, now) ?? [])
    const priced = new Set(rates.filter(({ stale }) => !stale).flatMap(({ base, quote }) => [base.code, quote.code]))
    const balances = await ledger.balancesOfCustomer(db, customerId)
    return {
      at: now,
      rates: rates.map(writeRate),
      currencies: Object.keys(currencies).filter((code) => priced.has(code)),
      spreadBps: conversions.spreadBps(),
      spreadBpsMax,
      quoteLifeMs: settings.get(conversionQuoteLife),
      amountMin: settings.get(exchangeSettings.amountMin),
      amountMax: settings.get(exchangeSettings.amountMax),
      cash: purses.flatMap((purse) =>
        Object.values(currencies).map(({ code, scale }) => {
          const own = balances.find((balance) => balance.purse === purse && balance.asset === code)
          const [posted, held] = [own?.posted ?? 0n, own?.held ?? 0n]
          return { purse, asset: code, available: writeDecimal(posted - held, scale), held: writeDecimal(held, scale) }
        }),
      ),
    }
  },
)
