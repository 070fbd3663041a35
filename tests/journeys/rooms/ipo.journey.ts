import { listOpenIpos, listOwnIpos } from '@bolsillo/ipo/contract'
import { messages as ipo } from '@bolsillo/ipo/messages/es-ES'
import { present } from '@bolsillo/kernel'
import { readAssets } from '@bolsillo/ledger/contract'
import { messages as trading } from '@bolsillo/trading/messages/es-ES'
import { expect, test } from 'vitest'
import { asTimeGoesOn } from '../people/as-time-goes-on.ts'
import { arriveAt, button, fact, layer, signInAs, textbox, tokenOn } from '../people/customer.ts'
import { ask } from '../stage/api.ts'
import type { Phone } from '../stage/phone.ts'
import { openStage } from '../stage/stage.ts'

// An offering of the practice market from its prospectus to the allotment, which the customer's phone makes again.

const stage = openStage('ipo', 'all')
const list = '/pages/stockIPO/ipoList'

/** Opens the open offering that closes last, reads its prospectus, ticks every risk and applies for so many lots. */
async function apply(on: Phone, tradePassword: string, lots: string): Promise<void> {
  const { page } = on
  await page.goto(list)
  await page.locator('main a[href*=ipoDetail]').last().click()
  await button(on, ipo.apply.open).click()
  const go = button(layer(on), ipo.prospectus.go)
  expect(await go.isDisabled()).toBe(true)
  await on.shot('prospectus')
  for (const box of await layer(on).getByRole('checkbox').all()) await box.check()
  await go.click()
  await textbox(layer(on), ipo.apply.lots).fill(lots)
  await on.shot('apply')
  await button(layer(on), ipo.apply.review).click()
  const pin = layer(on).getByLabel(trading.ticket.password, { exact: true })
  if (await pin.isVisible()) await pin.fill(tradePassword)
  await on.shot('review')
  await button(layer(on), ipo.apply.send).click()
  await arriveAt(on, '/pages/stockIPO/ipoOrder')
  await page.getByText(ipo.stateTexts.applying, { exact: true }).waitFor()
}

test('a customer applies, leaves, applies again, and checks the allotment on the phone', async () => {
  const on = await stage.openPhone('es-ES')
  const { page } = on
  const customer = present(stage.server.block.customers[0], 'a demo customer')
  await signInAs(on, customer)
  const { url } = stage.server.block
  const token = await tokenOn(on)
  const pesos = async () =>
    present(
      (await ask(url, readAssets, {}, { token })).balances.find(
        ({ purse, asset }) => purse === 'stock' && asset === 'MXN',
      ),
      'pesos in the purse of stocks',
    )
  await asTimeGoesOn(
    stage.server,
    () => ask(url, listOpenIpos, {}),
    ({ rows }) => rows.length > 0,
  )
  const before = await pesos()

  await apply(on, customer.tradePassword, '2')
  await on.shot('applying')
  const [sent] = (await ask(url, listOwnIpos, {}, { token })).rows
  const { amount = '' } = sent ?? {}
  expect((await pesos()).available).not.toBe(before.available)
  expect((await fact(page.locator('main'), ipo.result.held)).length).toBeGreaterThan(0)

  await button(on, ipo.leave.open).click()
  await on.shot('leave')
  await button(layer(on), ipo.leave.confirm).click()
  await page.getByText(ipo.stateTexts.unsubscribed, { exact: true }).waitFor()
  expect((await pesos()).available).toBe(before.available)
  await on.shot('left')
  expect(amount).not.toBe('')

  await apply(on, customer.tradePassword, '5')
  const [again] = (await ask(url, listOwnIpos, {}, { token })).rows
  const { paysAt } = present(again, 'the application that was sent')
  await stage.server.advanceClockMs(paysAt - (await stage.server.now()) + 1_000)
  // The hours have ended every session.
  await signInAs(on, customer)
  const later = await tokenOn(on)
  await asTimeGoesOn(
    stage.server,
    () => ask(url, listOwnIpos, {}, { token: later }),
    ({ rows: [row] }) => row?.settledAt !== undefined,
  )
  await page.goto('/pages/stockIPO/list')
  await page.locator('main a[href*=ipoOrder]').first().click()
  await page.getByText(ipo.result.settledAt, { exact: true }).waitFor()
  await button(on, ipo.check.run).click()
  await page.getByText(ipo.check.fine, { exact: true }).waitFor()
  await page.getByText(ipo.check.own, { exact: true }).waitFor()
  await on.shot('checked')
  expect(on.troubles).toEqual([])
})
