import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainScripts, pixScripts, speiScripts } from './testing/deposit-scripts.ts'
import { type DepositStand, depositStand } from './testing/deposit-stand.ts'
import { knockScripts } from './testing/knock-scripts.ts'

let stand: DepositStand
beforeAll(async () => {
  stand = await depositStand()
})
afterAll(async () => {
  await stand.close()
})

const scripts = [...speiScripts, ...pixScripts, ...chainScripts]

describe('whatever a provider does, what it delivered is credited, once', () => {
  it('is tried in at least sixty ways', () => {
    expect(scripts.length + knockScripts.length).toBeGreaterThanOrEqual(60)
    expect(new Set(scripts.map(({ railId, name }) => `${railId} ${name}`)).size).toBe(scripts.length)
  })

  it.each(scripts.map((script, place) => ({ ...script, place })))(
    '$railId $name',
    async ({ railId, asset, credited, unmatched = 0n, run, place }) => {
      const { customerId, to } = await stand.newPayer(railId)
      const before = await stand.unmatched(asset)
      await run(stand, { to, tag: `tag-${place}` })
      // More rounds than any script needs: the extra ones change nothing.
      for (let round = 0; round < 25; round += 1) await stand.pass(1_000)
      expect(await stand.creditedTo(customerId, asset)).toBe(credited)
      expect((await stand.unmatched(asset)) - before).toBe(unmatched)
      expect(stand.failing).toEqual({ before: 0, after: 0 })
    },
  )

  it.each(knockScripts.map((script, place) => ({ ...script, place })))(
    'a notice $name is answered $status and is no money',
    async ({ knock, status, place }) => {
      const { customerId, to } = await stand.newPayer('test-spei')
      const body = JSON.stringify({ tipo: 'abono', estado: 'liquidada', monto: '1000.00', clabeBeneficiario: to })
      const answer = await knock(stand, body, `notice-${place}-0001`)
      expect(answer.status).toBe(status)
      if (status === 401) expect(answer.json).toMatchObject({ code: 17020, data: { rejection: 'notice-refused' } })
      const again = await knock(stand, body, `notice-${place}-0001`)
      expect(again.status).toBe(status)
      await stand.pass(1_000)
      expect(await stand.creditedTo(customerId, 'MXN')).toBe(0n)
    },
  )

  it('is not known at a rail that is none', async () => {
    const { headers } = {
      headers: { 'x-rail-event': 'notice-none-1', 'x-rail-signature': `t=1780000000,v1=${'a'.repeat(64)}` },
    }
    const answer = await stand.app.ask({ method: 'POST', path: '/ipcf-api/rails/nobody/events', body: {}, headers })
    expect(answer.status).toBe(401)
  })

  it('keeps everything it could not read, or was told otherwise, where staff see it', async () => {
    const { owner } = stand.app.database
    const [row] = await owner<{ unread: bigint; contradictions: bigint; parked: bigint }[]>`
      select (select count(*) from rail_unread) as unread, (select count(*) from rail_contradiction) as contradictions,
        (select count(*) from rail_event_state where state <> 'done') as parked`
    // A transaction reported in two blocks and never withdrawn waits for staff.
    expect(row).toMatchObject({ contradictions: 3n, parked: 1n })
    expect(row?.unread).toBeGreaterThanOrEqual(14n)
  })
})
