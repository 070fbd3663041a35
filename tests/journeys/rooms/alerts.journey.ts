import { listAlerts } from '@bolsillo/alerts/contract'
import { messages as alerts } from '@bolsillo/alerts/messages/es-ES'
import { messages as trading } from '@bolsillo/trading/messages/es-ES'
import { expect, test } from 'vitest'
import { asTimeGoesOn } from '../people/as-time-goes-on.ts'
import { arriveAt, signInAs, tokenOn } from '../people/customer.ts'
import { ask } from '../stage/api.ts'
import { openStage } from '../stage/stage.ts'
import { saying } from '../stage/words.ts'

// An alert is set from a chart, and its owner is woken by it.

const stage = openStage('alerts', 'all')
/** One tick of it is more than the least move an alert takes. */
const symbol = 'PEPE-USDT'

test('alerts fire by a recorded trade and by a recorded volume, show over the page and under the bell', async () => {
  const on = await stage.openPhone('es-ES')
  await signInAs(on, stage.server.block.customers[0])
  const { page } = on
  const { url } = stage.server.block
  const token = await tokenOn(on)
  await page.goto('/pages/user/alerts')
  await page.getByText(alerts.emptyTitle).waitFor()
  await on.shot('empty')

  // An amount that any trade reaches: the next five minutes that are whole have it.
  await page.goto(`/pages/user/alerts?symbol=${symbol}`)
  await page.getByRole('radio', { name: alerts.groups.volume }).click()
  await page.getByLabel(alerts.amount, { exact: true }).fill('1')
  await on.shot('volume')
  await page.getByRole('button', { name: alerts.set, exact: true }).click()
  await page.getByText(alerts.setDone).waitFor()

  await page.goto(`/pages/coin/coinKline?symbol=${symbol}`)
  await page.getByRole('link', { name: saying(trading.alert) }).click()
  await arriveAt(on, '/pages/user/alerts')
  await page.getByRole('radio', { name: alerts.kinds.move }).click()
  const field = page.getByLabel(alerts.percent)
  await field.fill('0.10')
  await on.shot('form')
  await page.getByRole('button', { name: alerts.set, exact: true }).click()
  // The market moves so far in its own time, some minutes of it.
  const fired = page.getByText(saying(alerts.toast)).first().waitFor({ timeout: 300_000 })
  await asTimeGoesOn(
    stage.server,
    () => ask(url, listAlerts, {}, { token }),
    ({ rows }) => rows.some(({ kind, fired: by }) => kind === 'move' && by !== undefined),
  )
  await fired
  await page.getByText(alerts.fired, { exact: true }).first().waitFor()
  await on.shot('fired')

  const row = (await ask(url, listAlerts, {}, { token })).rows.find(({ kind }) => kind === 'move')
  expect(row?.fired).toMatchObject({ by: 'print', source: 'simulated' })
  expect(row?.fired?.at).toBeGreaterThan(row?.armedAt ?? Number.POSITIVE_INFINITY)
  await page.goto('/pages/user/happenings')
  await page.getByText(alerts.acts.fire).waitFor()
  await on.shot('bell')

  await page.goto('/pages/user/alerts')
  await asTimeGoesOn(
    stage.server,
    () => ask(url, listAlerts, {}, { token }),
    ({ rows }) => rows.every(({ fired: by }) => by !== undefined),
  )
  await page.getByText(saying(alerts.firedByVolume)).waitFor()
  await on.shot('volume-fired')
  const volume = (await ask(url, listAlerts, {}, { token })).rows.find(({ kind }) => kind === 'volume')
  expect(volume?.fired).toMatchObject({ by: 'volume' })
  await page.goto('/pages/user/happenings')
  await page.getByText(alerts.acts['fire-volume']).waitFor()
  expect(on.troubles).toEqual([])
})
