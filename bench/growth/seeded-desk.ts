import { type Rng, seededRng } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { settingDefaults } from '@bolsillo/trading/fixtures'
import { deskBase, deskServices } from '../desk-world.ts'
import { seededCustomer } from './seed-store.ts'

/** How many open orders a customer may have here: ten customers trade as much as ten thousand do elsewhere. */
const openOrdersMax = 10_000

/** More events than a book has in a run. */
const sequencesPerRun = 1_000_000_000

const roomy: Settings = {
  get: (setting) =>
    settingDefaults.get(setting.key === 'trading.open-orders-max' ? { ...setting, standard: openOrdersMax } : setting),
}

/** A desk over seeded customers, whose first `customers` trade so many instruments. `run` makes its orders others' than before. */
export function seededDesk(sql: Sql, size: { readonly customers: number; readonly instruments: number }, run: number) {
  const rng: Rng = seededRng(17 + run, 'growth bench')
  const customers = Array.from({ length: size.customers }, (_, at) => seededCustomer(at + 1))
  const options = { settings: roomy, sequence: run * sequencesPerRun }
  return deskBase(deskServices(sql, rng), rng, customers, size.instruments, options)
}
