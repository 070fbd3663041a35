import { setTimeout as sleep } from 'node:timers/promises'
import { activePositions, answerSuitability, add as openContract } from '@bolsillo/contracts/contract'
import { listDeposits, simulatePayment } from '@bolsillo/deposits/contract'
import { transferCoins } from '@bolsillo/exchange/contract'
import { login, loginInfo } from '@bolsillo/identity/contract'
import { present } from '@bolsillo/kernel'
import { add as tradeCoin } from '@bolsillo/spot/contract'
import { buy, follow, info } from '@bolsillo/stocks/contract'
import { ask } from '../stage/api.ts'
import type { RunningServer } from '../stage/server-process.ts'

/** A customer who owns some of everything: what the app keeps of their session, and the digits that confirm an order. */
export interface Owner {
  readonly token: string
  readonly user: string
  readonly tradePassword: string
  /** The long, which is open. */
  readonly positionId: string
}

const depositTriesMax = 60

/** The answers a customer gives who has read the texts. */
const right = { liquidation: 'b', leverage: 'c', funding: 'a', loss: 'b' } as const

/**
 * Gives the first of the demo's customers, who owns shares, the rest: coins of two pairs, a long and a short, orders that
 * wait, and money that was paid in.
 */
export async function makeOwner({ block, advanceClockMs }: RunningServer): Promise<Owner> {
  const { url } = block
  const { account, password, tradePassword } = present(block.customers[0], 'a customer of the demo')
  const { token } = await ask(url, login, { account, password })
  const { user } = await ask(url, loginInfo, {}, { token })
  const own = { token }
  await ask(url, transferCoins, { from: 'coin', to: 'contract', asset: 'USDT', amount: '4000' }, own)
  const coin = { side: 'buy', type: 'market', tradePassword } as const
  await ask(url, tradeCoin, { ...coin, symbol: 'BTC-USDT', amount: '900' }, own)
  await ask(url, tradeCoin, { ...coin, symbol: 'ETH-USDT', amount: '500' }, own)
  await ask(url, answerSuitability, right, own)
  const contract = { type: 'market', tradePassword } as const
  await ask(
    url,
    openContract,
    { ...contract, symbol: 'BTC-USDT-PERP', side: 'buy', quantity: '0.100', leverage: '10' },
    own,
  )
  await ask(
    url,
    openContract,
    { ...contract, symbol: 'ETH-USDT-PERP', side: 'sell', quantity: '0.50', leverage: '5', marginMode: 'cross' },
    own,
  )
  const { quote } = await ask(url, info, { symbol: 'WALMEX.MX' })
  const lower = (Number(present(quote, 'a price').last) * 0.9).toFixed(1)
  const waiting = { type: 'limit', limitPrice: `${lower}0`, timeInForce: 'gtc', tradePassword } as const
  await ask(url, buy, { symbol: 'WALMEX.MX', quantity: '10', ...waiting }, own)
  await ask(url, buy, { symbol: 'AMX.MX', type: 'market', quantity: '20', tradePassword }, own)
  for (const symbol of ['SPX.US', 'SPY.US']) await ask(url, follow, { symbol }, own)
  await ask(url, simulatePayment, { channelId: 'spei-mxn', amount: '25000.00' }, own)
  // The bank works by the server's clock.
  const isComplete = async (): Promise<boolean> =>
    (await ask(url, listDeposits, {}, own)).rows.some(({ state }) => state === 'complete')
  for (let tries = 0; tries < depositTriesMax && !(await isComplete()); tries += 1) {
    await advanceClockMs(5_000)
    await sleep(500)
  }
  const { rows } = await ask(url, activePositions, {}, own)
  const { positionId } = present(
    rows.find(({ side }) => side === 'long'),
    'the long',
  )
  return { positionId, token, user: JSON.stringify(user), tradePassword }
}
