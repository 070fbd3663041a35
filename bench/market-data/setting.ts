import { seededRng } from '@bolsillo/kernel'
import { instruments } from '@bolsillo/market/domain'
import type { Subscription } from './wire.ts'

/** How large the fan-out is, and how long it is looked at. */
export const clientCount = 2_000
export const instrumentsOfClient = 20
export const clientProcesses = 2
/** Of the clients of each process, so many read everything and check it. */
export const checkingOfProcess = 40
export const customerCount = 200
export const ordersPerSecond = 200
export const runsCount = 5
export const windowMs = 7_000
export const settleMs = 2_000
export const memoryWarmMs = 50_000
export const memoryMs = 100_000

/** What is watched: shares whose quotes change several times a second. */
export const watched = instruments.filter((one) => one.kind === 'stock' && one.liquidity >= 4).map(({ id }) => id)

/** What each client reads: the quotes of its list, and the book of the share it looks at. */
export function subscriptionsOfClients(): readonly (readonly Subscription[])[] {
  const rng = seededRng(3, 'lists of clients')
  return Array.from({ length: clientCount }, () => {
    const left = [...watched]
    const list = Array.from({ length: instrumentsOfClient }, () => {
      const [taken = ''] = left.splice(rng.nextUint32() % left.length, 1)
      return taken
    })
    return [...list.map((key) => ({ channel: 'quote', key })), { channel: 'book', key: list[0] ?? '' }]
  })
}
