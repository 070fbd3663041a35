import { refuseDecimal } from '@bolsillo/contract'
import { currencies, decimalUnits, readMoney, reject } from '@bolsillo/kernel'
import { available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { useCase } from '@bolsillo/server-kit'
import { quoteExchange as call, rejections } from '../contract/index.ts'
import { exchangeSettings } from '../domain/index.ts'
import type { ExchangeDeps } from './deps.ts'
import { writeAmount, writeOffer } from './offer-rows.ts'

/** Offers a conversion: its price comes from the market, nothing of it from the request but what is wished. */
export const quoteExchange = useCase(
  call,
  async (
    { exact = 'source', purse = 'stock', ...wish },
    { tx, customer, now },
    { conversions, ledger, settings }: ExchangeDeps,
  ) => {
    const { customerId } = customer
    if (wish.source === wish.target) return reject(rejections.exchangeSame, { field: 'target' })
    const [source, target] = [currencies[wish.source], currencies[wish.target]]
    const named = exact === 'source' ? source : target
    const [amountMin, amountMax] = [settings.get(exchangeSettings.amountMin), settings.get(exchangeSettings.amountMax)]
    const outOfBounds = reject(rejections.exchangeAmount, {
      field: 'amount',
      values: { min: `${amountMin} ${named.code}`, max: `${amountMax} ${named.code}` },
    })
    const reading = readMoney(wish.amount, named)
    if (reading.kind === 'too-large') return refuseDecimal('amount', reading, outOfBounds)
    const minor = reading.kind === 'value' ? reading.money.minor : 0n
    const isWithin = minor >= decimalUnits(amountMin, named.scale) && minor <= decimalUnits(amountMax, named.scale)
    if (!isWithin) return outOfBounds
    const outcome = await conversions.quote(tx, { customerId, purse, source, target, exact, minor }, now)
    if (outcome.kind === 'unavailable') return reject(rejections.exchangeUnavailable)
    if (outcome.kind === 'too-little') return outOfBounds
    const account = customerAccount(customerId, purse, source.code)
    const balance = (await ledger.balances(tx, [account])).get(account) ?? emptyBalance
    return {
      offer: writeOffer(outcome.quote),
      available: writeAmount({ minor: available(balance), asset: source }),
      amountMin,
      amountMax,
    }
  },
)
