import type { ContractsStand } from '@bolsillo/contracts/fixtures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BooksRead } from '../books-store.ts'
import { checkBooks } from '../check-books.ts'
import type { Finding } from '../finding.ts'
import { editActs } from '../testing/act-edits-store.ts'
import { contractPlants, contractTables } from '../testing/contract-plants.ts'
import { contractScene } from '../testing/contract-scene.ts'
import type { Plant } from '../testing/plants.ts'
import { findUnevenContracts } from './uneven-contracts-store.ts'

const options = { market: 'fixture' as const, now: Date.UTC(2026, 11, 31) }

let stand: ContractsStand
beforeAll(async () => {
  stand = await contractScene()
}, 120_000)
afterAll(() => stand?.close())

class Undone extends Error {
  override name = 'Undone'
}

/** What the checker says of the books after a change to copies of their tables; the change is undone. */
async function findingsAfter(
  { sql = '', acts }: Pick<Plant, 'sql' | 'acts'>,
  check: (tx: BooksRead) => Promise<readonly Pick<Finding, 'invariant' | 'what'>[]> = (tx) => checkBooks(tx, options),
): Promise<readonly Pick<Finding, 'invariant' | 'what'>[]> {
  let findings: readonly Pick<Finding, 'invariant' | 'what'>[] = []
  const work = async (tx: BooksRead): Promise<void> => {
    for (const table of contractTables) await tx.unsafe(`create temporary table ${table} as table public.${table}`)
    await tx.unsafe(sql)
    if (acts !== undefined) await editActs(tx, acts)
    findings = await check(tx)
    throw new Undone()
  }
  await expect(stand.app.database.owner.begin(work)).rejects.toThrow(Undone)
  return findings
}

describe('the independent checker of contracts', () => {
  it('finds nothing in books that have one of everything', async () => {
    expect(await checkBooks(stand.app.database.owner, options)).toEqual([])
    const rows = await stand.app.database.owner<{ what: string }[]>`
      select distinct kind as what from contract_liquidation_step union select distinct what from contract_booking
      union select 'uncharged' from contract_booking where fee_uncharged > 0
      union select 'warned' from contract_margin_warning
      union select 'open' from contract_position where closed_at is null
      union select 'paid' from contract_funding_payment where minor <> 0 union select 'whole' from contract_funding
      union select 'turned' from contract_booking where what = 'fill' group by entry_id having count(*) = 2
      union select 'cross ' || count(*) from (
        select from contract_liquidation_step where mode = 'cross' group by customer_id) as cross_ones`
    expect(rows.map(({ what }) => what).sort()).toEqual([
      'cross 1',
      'deleveraging',
      'fill',
      'full',
      'margin',
      'open',
      'paid',
      'partial',
      'turned',
      'uncharged',
      'warned',
      'whole',
    ])
  })

  it.each(contractPlants)('finds $what ($invariant)', async ({ invariant, says, ...plant }) => {
    const findings = await findingsAfter(plant)
    const own = findings.filter((finding) => finding.invariant === invariant)
    expect(own.map(({ what }) => what).join('\n')).toMatch(says)
  })

  it('finds that longs are not shorts', async () => {
    const [fill] = await stand.app.database.owner<{ fill_id: string }[]>`
      select fill_id from trade_fill where product = 'contract' and side = 'buy' order by fill_id limit 1`
    const met = (less: number): string => `insert into trade_fill select (made).* from (
      select jsonb_populate_record(fill, jsonb_build_object('side', 'sell', 'quantity', quantity - ${less})) as made
      from trade_fill as fill where fill_id = '${fill?.fill_id}') as other`
    const uneven = async (sql: string): Promise<readonly string[]> =>
      (await findingsAfter({ sql }, (tx) => findUnevenContracts(tx, []))).map(
        ({ invariant, what }) => `${invariant} ${what}`,
      )
    expect(await uneven('select')).toEqual([])
    expect(await uneven('update contract_position set size = size + 1 where closed_at is null')).toEqual([
      expect.stringMatching(/^I15 customers hold -?\d+ BTC-USDT-PERP together, who traded with them -?\d+$/),
    ])
    expect(await uneven(met(1))).toContainEqual(
      expect.stringMatching(/^I6 trade \d+ of \S+-PERP has 2 sides, which come to 1$/),
    )
    // Two sides that agree leave nobody with anything: then somebody’s position was not traded.
    expect(await uneven(met(0))).toEqual([expect.stringMatching(/^I15 customers hold /)])
  })
})
