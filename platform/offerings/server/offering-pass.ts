import { type Tx, transaction } from '@bolsillo/server-kit'
import { allotOffering, closeOffering } from './close-and-allot.ts'
import type { OfferingsDeps } from './deps.ts'
import { findDue, findOffering } from './offering-store.ts'
import { settleOffering } from './settle.ts'

/** How long an offering that failed is left alone: it neither delays the others nor fills the log. */
const restMs = 60_000

/**
 * Closes what is over, allots what is closed, pays and releases what is allotted: each once, in transactions of their own.
 * After a stop it goes on with what came due meanwhile.
 */
export function createOfferingPass(deps: OfferingsDeps): () => Promise<void> {
  const { services } = deps
  const restsUntil = new Map<string, number>()
  const one = async (work: (deps: OfferingsDeps, tx: Tx, id: string) => Promise<void>, id: string): Promise<void> =>
    transaction(services.sql, (tx) => work(deps, tx, id), { cause: 'job:offerings' })
  const bring = async (id: string): Promise<void> => {
    const found = await findOffering(services.sql, id)
    if (found?.closing === undefined) await one(closeOffering, id)
    if (found?.allotment === undefined) await one(allotOffering, id)
    const offering = await findOffering(services.sql, id)
    if (offering?.allotment !== undefined && !offering.isSettled) await settleOffering(deps, offering)
  }
  return async () => {
    const failures: unknown[] = []
    for (const id of await findDue(services.sql, services.clock.now())) {
      if ((restsUntil.get(id) ?? 0) > services.clock.now()) continue
      try {
        await bring(id)
      } catch (failure) {
        restsUntil.set(id, services.clock.now() + restMs)
        failures.push(failure)
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'offerings that could not be closed, allotted or settled')
  }
}
