import {
  decimalUnits,
  type Id,
  type Instant,
  instant,
  type Money,
  money,
  present,
  type Rejection,
  reject,
  writeMoneyAndCode,
} from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { paymentRejections as r } from '../../contract/index.ts'
import { type ByHandCap, type ByHandKind, byHandSettings } from '../../domain/index.ts'
import { findHalts } from '../liabilities/halt-store.ts'
import {
  findLine,
  findLineOf,
  insertByHand,
  insertUse,
  type StoredLine,
  sumByHand,
  takeTurn,
} from './statement-store.ts'

export type { StoredLine } from './statement-store.ts'

const dayMs = 86_400_000

/** What somebody wants to credit by hand. */
export interface ByHandWish {
  readonly kind: ByHandKind
  readonly amount: Money
}

/** What people credit by hand: which line of a statement says it, how much at most, and by how many people. */
export interface ByHand {
  readonly line: (db: Db, lineId: string) => Promise<StoredLine | undefined>
  /** The incoming line with a rail's number. */
  readonly lineOf: (db: Db, railId: string, number: string) => Promise<StoredLine | undefined>
  /** Why a line cannot be what a credit names: it went out, it served before, or one of these people imported it. */
  readonly lineProblem: (line: StoredLine, people: readonly Id<'opr'>[]) => Rejection | undefined
  /** Why so much is not credited by hand now. */
  readonly capProblem: (db: Db, wish: ByHandWish, now: Instant) => Promise<Rejection | undefined>
  /** How many people decide it beside whoever proposes. */
  readonly deciders: (db: Db, wish: ByHandWish, now: Instant) => Promise<1 | 2>
  /**
   * Counts an approved credit against its caps and uses its line, in the transaction of the decision. What it refuses is
   * not done. Asked before anything is booked.
   */
  readonly take: (
    tx: Tx,
    credit: ByHandWish & {
      readonly approvalId: Id<'apv'>
      readonly subject: string
      readonly line?: StoredLine | undefined
      readonly maker: Id<'opr'>
      readonly checker: Id<'opr'>
      readonly agreed: readonly Id<'opr'>[]
      readonly now: Instant
    },
  ) => Promise<Rejection | undefined>
}

/** Makes it over the settings of the caps. */
export function createByHand(settings: Settings): ByHand {
  const capOf = ({ asset }: Money, cap: ByHandCap): bigint =>
    decimalUnits(settings.get(present(byHandSettings[asset.code], `caps of ${asset.code}`)[cap]), asset.scale)
  const sumWith = async (db: Db, { kind, amount }: ByHandWish, now: Instant): Promise<bigint> =>
    amount.minor + (await sumByHand(db, amount.asset.code, kind, instant(Math.max(0, now - dayMs))))
  const byHand: ByHand = {
    line: findLine,
    lineOf: findLineOf,
    lineProblem: (line, people) => {
      if (line.direction !== 'in') return reject(r.lineUnknown, { field: 'lineId' })
      if (line.usedBy !== undefined) return reject(r.lineUsed, { field: 'lineId' })
      return people.includes(line.importedBy) ? reject(r.lineImporter, { field: 'lineId' }) : undefined
    },
    capProblem: async (db, wish, now) => {
      const { amount } = wish
      // What only tells waits like what any rail tells; a match would credit at once.
      if (wish.kind === 'match' && (await findHalts(db)).some(({ asset }) => asset === amount.asset.code)) {
        return reject(r.creditsHalted, { values: { asset: amount.asset.code } })
      }
      const most = capOf(amount, 'entry')
      if (amount.minor > most) {
        return reject(r.byHandEntry, {
          field: 'amount',
          values: { most: writeMoneyAndCode(money(most, amount.asset)) },
        })
      }
      const day = capOf(amount, 'day')
      if ((await sumWith(db, wish, now)) <= day) return undefined
      return reject(r.byHandDay, { field: 'amount', values: { most: writeMoneyAndCode(money(day, amount.asset)) } })
    },
    deciders: async (db, wish, now) => ((await sumWith(db, wish, now)) > capOf(wish.amount, 'three') ? 2 : 1),
    take: async (tx, { line, ...credit }) => {
      const { approvalId, maker, checker, agreed, now } = credit
      await takeTurn(tx, credit.amount.asset.code)
      const capped = await byHand.capProblem(tx, credit, now)
      if (capped !== undefined) return capped
      // Others credited since it was proposed: what was enough then is not any more.
      if (agreed.length + 1 < (await byHand.deciders(tx, credit, now))) return reject(r.byHandPeople)
      const problem = line === undefined ? undefined : byHand.lineProblem(line, [maker, checker, ...agreed])
      if (problem !== undefined) return problem
      await insertByHand(tx, { ...credit, at: now })
      if (line === undefined || (await insertUse(tx, line.lineId, approvalId))) return undefined
      return reject(r.lineUsed, { field: 'lineId' })
    },
  }
  return byHand
}
