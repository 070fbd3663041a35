import type { Id } from '@bolsillo/kernel'
import { contractPositionsChannel } from '../../contract/index.ts'
import type { ContractsWorld } from '../contracts-world.ts'
import type { ContractsGiven } from '../given.ts'
import { type Ranks, writePositions } from './own-positions.ts'

/** Readers whose positions are written anew in one look at marks, at most; the others follow in the next looks. */
const writtenEachLookMax = 100

/** Publishes positions to those who read them: at every change of theirs, and as the marks move. */
export interface PositionPublishing {
  /** Customers' positions or purses changed. */
  readonly changed: (customerIds: readonly Id<'cus'>[]) => void
  /** Somebody begins to read. */
  readonly began: (customerId: Id<'cus'>) => void
  /** Marks moved: results, margin ratios and the account of everybody who reads and has something open moved with them. */
  readonly moved: () => void
  /** Waits until what is under way is published. */
  readonly settled: () => Promise<void>
}

/**
 * Makes it. Nobody's positions are written who does not read, and nobody's twice at once. A position worth what the last
 * event left it at, beside a mark that fell meanwhile, would show its holder that nothing is wrong.
 */
export function publishPositions(
  { publisher, services }: Pick<ContractsGiven, 'publisher' | 'services'>,
  write: (customerId: Id<'cus'>) => ReturnType<typeof writePositions>,
): PositionPublishing {
  /** Who reads and has something open, the one whose turn is next first. */
  const reading = new Set<Id<'cus'>>()
  const underWay = new Map<Id<'cus'>, Promise<void>>()
  const again = new Set<Id<'cus'>>()
  const reads = (customerId: Id<'cus'>): boolean => publisher.watched?.(contractPositionsChannel, customerId) !== false

  const publish = async (customerId: Id<'cus'>): Promise<void> => {
    try {
      const all = await write(customerId)
      publisher.publish(contractPositionsChannel, customerId, all)
      if (all.positions.length > 0) reading.add(customerId)
      else reading.delete(customerId)
    } catch (error) {
      services.log.warn({ error }, 'positions could not be published')
    }
  }
  const begin = (customerId: Id<'cus'>): void => {
    const writing = publish(customerId).finally(() => {
      underWay.delete(customerId)
      if (again.delete(customerId) && reads(customerId)) begin(customerId)
    })
    underWay.set(customerId, writing)
  }
  return {
    changed: (customerIds) => {
      for (const customerId of new Set(customerIds)) {
        if (!reads(customerId)) continue
        // What is being written may have been read before this change.
        if (underWay.has(customerId)) again.add(customerId)
        else begin(customerId)
      }
    },
    began: (customerId) => {
      reading.add(customerId)
    },
    moved: () => {
      for (const customerId of [...reading].slice(0, writtenEachLookMax)) {
        reading.delete(customerId)
        if (!reads(customerId)) continue
        reading.add(customerId)
        if (!underWay.has(customerId)) begin(customerId)
      }
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values())
    },
  }
}

/** The positions of a customer as they are read for publishing. */
export const writtenFor =
  (world: ContractsWorld, ranks: Ranks, { services }: Pick<ContractsGiven, 'services'>) =>
  (customerId: Id<'cus'>): ReturnType<typeof writePositions> =>
    writePositions(world, ranks, services.sql, customerId)
