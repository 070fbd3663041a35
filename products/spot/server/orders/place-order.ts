import { coreRejections } from '@bolsillo/contract'
import { present, type Rejection, reject } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import type { Instrument } from '@bolsillo/market/domain'
import { type CommandContext, useCase } from '@bolsillo/server-kit'
import { refusePaused } from '@bolsillo/settings/server'
import { readTicket } from '@bolsillo/trading/domain'
import { deskOrder, placeForm } from '@bolsillo/trading/server'
import { add, spotRejections } from '../../contract/index.ts'
import { scheduleOf, usualTime } from '../../domain/index.ts'
import type { SpotDeps } from '../deps.ts'
import { coinVat } from '../settings.ts'

/**
 * Places an order for coins: what the form itself shows is checked here, then the trade password, then the desk checks
 * funds, ticks and collar under lock and answers after its commit. It follows the fees of the customer's tier of today.
 */
export const placeCoinOrder = useCase(add, async (request, context, deps: SpotDeps) => {
  const { customerId, status } = context.customer
  const { settings } = deps
  if (status === 0 && request.side === 'buy') return reject(coreRejections.accountRestricted)
  const instrument = coinOf(deps, request.symbol)
  if (instrument === undefined)
    return reject(spotRejections.coinUnknown, { field: 'symbol', values: { symbol: request.symbol } })
  const refused = instrument.listed
    ? refusePaused(settings, 'orders', context.now)
    : reject(spotRejections.coinUnlisted, { field: 'symbol' })
  if (refused !== undefined) return refused
  const form = { ...request, timeInForce: request.timeInForce ?? usualTime(request.type) }
  const reading = readTicket(form, instrument)
  if (reading.kind === 'problems') return present(reading.problems[0], 'the first problem of a form')
  const { tier } = await deps.tiers.of(context.db, customerId, context.now)
  const schedule = scheduleOf(tier, instrument.scale.quote.code, BigInt(settings.get(coinVat)))
  return placeForm(
    { ...deps, authorisedUntil: deps.authorisations.authorisedUntil },
    {
      order: { ...deskOrder('spot', reading.ticket), instrumentId: instrument.id, feeSchedule: schedule.id },
      tradePassword: request.tradePassword,
      ownsNone: async () => (request.side === 'buy' ? undefined : ownsNone(deps, customerId, instrument, context)),
    },
    context,
  )
})

/** The market of a coin; undefined for what is no coin. */
export function coinOf({ instruments }: Pick<SpotDeps, 'instruments'>, symbol: string): Instrument | undefined {
  return instruments.find(({ id, kind }) => id === symbol && kind === 'coin')
}

async function ownsNone(
  { ledger }: SpotDeps,
  customerId: Parameters<typeof customerAccount>[0],
  { asset }: Instrument,
  { db }: CommandContext,
): Promise<Rejection | undefined> {
  const account = customerAccount(customerId, 'coin', asset.code)
  const posted = (await ledger.balances(db, [account])).get(account)?.posted ?? 0n
  return posted > 0n
    ? undefined
    : reject(spotRejections.nothingToSell, { field: 'quantity', values: { coin: asset.code } })
}
