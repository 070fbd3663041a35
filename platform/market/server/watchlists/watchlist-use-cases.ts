import { refuseUnknown } from '@bolsillo/contract'
import { type Id, type Ids, isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, type UseCase, useCase } from '@bolsillo/server-kit'
import {
  changeWatchlist,
  firstList,
  followedMax,
  listWatchlists,
  moveInWatchlist,
  readWatchlist,
  removeWatchlist,
  saveWatchlist,
  watchlistRejections,
  watchlistsMax,
} from '../../contract/index.ts'
import { type Instrument, type MarketState, marketRow, movedBefore } from '../../domain/index.ts'
import { deleteFollow, findFollowed, insertFollow, lockWatchlists, updatePlaces } from '../follow-store.ts'
import { deleteWatchlist, findListed, findWatchlists, saveName, type Watchlist } from './watchlist-store.ts'

/** What watchlists need of the market. */
interface WatchlistDeps {
  readonly market: MarketState
  /** Everything with a price here, by its symbol. */
  readonly instruments: ReadonlyMap<string, Instrument>
  readonly ids: Ids
}

const { listUnknown, nameTaken, listsTooMany, listFull, firstKept, entryUnknown } = watchlistRejections

async function listOf(db: Db, customerId: Id<'cus'>, listId: string): Promise<Watchlist | Rejection> {
  const found = (await findWatchlists(db, customerId)).find((one) => one.listId === listId)
  return found ?? reject(listUnknown, { field: 'listId' })
}

const listLists = useCase(listWatchlists, async ({ symbol }, { db, customer }, { instruments }: WatchlistDeps) => {
  if (symbol !== undefined && !instruments.has(symbol)) return refuseUnknown('symbol')
  const { customerId } = customer
  const [lists, listed] = await Promise.all([findWatchlists(db, customerId), findListed(db, customerId, symbol)])
  return {
    rows: lists.map(({ listId, name }) => {
      const { entries, has } = listed.get(listId) ?? { entries: 0, has: false }
      return { listId, ...(name === undefined ? {} : { name }), entries, has }
    }),
    listsMax: watchlistsMax,
    entriesMax: followedMax,
  }
})

const readList = useCase(readWatchlist, async ({ listId = firstList }, { db, customer }, deps: WatchlistDeps) => {
  const { customerId } = customer
  const list = await listOf(db, customerId, listId)
  if (isRejection(list)) return list
  const symbols = await findFollowed(db, customerId, listId)
  const rows = symbols.flatMap((symbol) => {
    const instrument = deps.instruments.get(symbol)
    return instrument === undefined ? [] : [marketRow(instrument, deps.market, deps.market.nowOf(symbol))]
  })
  return { listId, ...(list.name === undefined ? {} : { name: list.name }), rows }
})

const saveList = useCase(
  saveWatchlist,
  async ({ listId: asked, name }, { tx, customer, now }, { ids }: WatchlistDeps) => {
    const { customerId } = customer
    await lockWatchlists(tx, customerId)
    const lists = await findWatchlists(tx, customerId)
    if (asked !== undefined && !lists.some(({ listId }) => listId === asked)) {
      return reject(listUnknown, { field: 'listId' })
    }
    const isTaken = lists.some((one) => one.listId !== asked && one.name?.toLowerCase() === name.toLowerCase())
    if (isTaken) return reject(nameTaken, { field: 'name', values: { name } })
    if (asked === undefined && lists.length >= watchlistsMax) {
      return reject(listsTooMany, { field: 'name', values: { max: String(watchlistsMax) } })
    }
    const listId = asked ?? ids.next('wls')
    await saveName(tx, { customerId, listId, name, at: now })
    return { listId, name }
  },
)

const removeList = useCase(removeWatchlist, async ({ listId }, { tx, customer }, _deps: WatchlistDeps) => {
  const { customerId } = customer
  if (listId === firstList) return reject(firstKept, { field: 'listId' })
  await lockWatchlists(tx, customerId)
  const list = await listOf(tx, customerId, listId)
  if (isRejection(list)) return list
  await deleteWatchlist(tx, customerId, listId)
  return { listId }
})

const changeList = useCase(
  changeWatchlist,
  async ({ listId, symbol, listed }, { tx, customer, now }, { instruments }: WatchlistDeps) => {
    const { customerId } = customer
    await lockWatchlists(tx, customerId)
    const list = await listOf(tx, customerId, listId)
    if (isRejection(list)) return list
    if (!listed) {
      await deleteFollow(tx, customerId, symbol, listId)
      return { listId, symbol, listed }
    }
    if (!instruments.has(symbol)) return refuseUnknown('symbol')
    const isThere = await insertFollow(tx, { customerId, symbol, at: now, listId })
    return isThere
      ? { listId, symbol, listed }
      : reject(listFull, { field: 'symbol', values: { max: String(followedMax) } })
  },
)

const moveEntry = useCase(
  moveInWatchlist,
  async ({ listId, symbol, before }, { tx, customer }, _deps: WatchlistDeps) => {
    const { customerId } = customer
    await lockWatchlists(tx, customerId)
    const list = await listOf(tx, customerId, listId)
    if (isRejection(list)) return list
    const known = await findFollowed(tx, customerId, listId)
    if (!known.includes(symbol)) return reject(entryUnknown, { field: 'symbol' })
    if (before !== undefined && !known.includes(before)) return reject(entryUnknown, { field: 'before' })
    const symbols = movedBefore(known, symbol, before)
    await updatePlaces(tx, customerId, listId, symbols)
    return { listId, symbols: [...symbols] }
  },
)

/** The calls about watchlists. */
export const watchlistUseCases: readonly UseCase<WatchlistDeps>[] = [
  ...[listLists, readList],
  ...[saveList, removeList, changeList, moveEntry],
]
