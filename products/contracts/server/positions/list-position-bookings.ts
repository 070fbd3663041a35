import { instant, present, reject, writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { positionBookings, contractsRejections as r } from '../../contract/index.ts'
import { marginScale } from '../../domain/index.ts'
import { findPosition } from '../contracts-store.ts'
import { type ContractsWorld, contractOf } from '../contracts-world.ts'
import { findPositionBookings, sumPositionBookings } from './position-bookings-store.ts'

const pageSize = 50
const money = (minor: bigint): string => writeDecimal(minor, marginScale)

/** Everything a position's result is made of, open or closed. Of another customer's there is no such thing. */
export const listPositionBookings = useCase(
  positionBookings,
  async ({ positionId, cursor, limit = pageSize }, { db, customer }, world: ContractsWorld) => {
    const { customerId } = customer
    const position = await findPosition(db, customerId, positionId)
    if (position === undefined) return reject(r.positionUnknown, { field: 'positionId' })
    const { scale } = contractOf(world, position.symbol)
    const [at = '', key = ''] = cursor?.split(':') ?? []
    const before = cursor === undefined ? undefined : { at: instant(Number(at)), key }
    const rows = await findPositionBookings(db, position, { before, limit: limit + 1 })
    const sums = present(await sumPositionBookings(db, position), 'a sum over no rows is a row')
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      symbol: position.symbol,
      openedAt: position.openedAt,
      ...(position.closedAt === undefined ? {} : { closedAt: position.closedAt }),
      realised: money(sums.realised),
      funding: money(sums.funding),
      fees: money(sums.fees),
      vat: money(sums.vat),
      liquidationFees: money(sums.liquidation_fees),
      borne: money(sums.borne),
      total: money(sums.realised + sums.funding + sums.borne - sums.fees - sums.vat - sums.liquidation_fees),
      count: Number(sums.count),
      rows: shown.map((row) => ({
        what: row.what,
        at: Number(row.at),
        ...(row.entry_id === null ? {} : { entryId: row.entry_id }),
        ...(row.order_id === null ? {} : { orderId: row.order_id }),
        ...(row.liquidation_id === null ? {} : { liquidationId: row.liquidation_id }),
        size: writeDecimal(row.size, scale.quantityScale),
        ...(row.price === null ? {} : { price: writeDecimal(row.price, scale.priceScale) }),
        realised: money(row.realised),
        funding: money(row.funding),
        fee: money(row.fee),
        vat: money(row.vat),
        liquidationFee: money(row.liquidation_fee),
        borne: money(row.borne),
      })),
      ...(rows.length > limit && last !== undefined ? { next: `${last.at}:${last.key}` } : {}),
    }
  },
)
