import { contractTicket } from '@bolsillo/contracts/contract'
import { messages as exchange } from '@bolsillo/exchange/messages/es-ES'
import { ticket } from '@bolsillo/stocks/contract'
import { expect, test } from 'vitest'
import { arriveAt, button, layer, signInAs, textbox } from './people/customer.ts'
import type { Phone } from './stage/phone.ts'
import { openStage } from './stage/stage.ts'
import { saying, wordsOf } from './stage/words.ts'

// What an order lacks is made up for over its form, and what was typed stays. Back closes what lies on top.

const stage = openStage('detours', 'all')

const { contracts, core, trading } = wordsOf('es-ES')
const shareChart = '/pages/stock/stockKline?symbol=WALMEX.MX'
const contractChart = '/pages/coin/coinKline?symbol=BTC-USDT-PERP'

async function signedIn(): Promise<Phone> {
  const on = await stage.openPhone('es-ES')
  await signInAs(on, stage.server.block.customers[1])
  return on
}

async function openTicket(on: Phone, label: string): Promise<void> {
  await button(on, label).click()
  await textbox(layer(on), trading.ticket.quantity).waitFor()
}

const quantityOn = (on: Phone): Promise<string> => textbox(layer(on), trading.ticket.quantity).inputValue()

/** The server says that something is missing, whoever asks. */
async function lacking(on: Phone, call: { readonly path: string }, facts: object): Promise<void> {
  await on.page.route(new RegExp(`${call.path}(\\?|$)`), async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...facts } } })
  })
}

test('identity that is missing is said over the form, and the form is open and filled in on the way back', async () => {
  const on = await signedIn()
  const { page } = on
  for (const [call, chart, label] of [
    [ticket, shareChart, trading.sides.buy],
    [contractTicket, contractChart, contracts.sides.long],
  ] as const) {
    await lacking(on, call, { identityMissing: true })
    await page.goto(chart)
    await openTicket(on, label)
    await textbox(layer(on), trading.ticket.quantity).fill('7')
    await button(layer(on), trading.ticket.verifyAction).click()
    await layer(on).getByText(trading.ticket.verifyKept).waitFor()
    await on.shot(`ticket-identity-${call === ticket ? 'share' : 'contract'}`)
    await button(layer(on), trading.ticket.verifyAction).click()
    await arriveAt(on, '/pages/user/kyc')
    await page.getByRole('heading', { level: 1 }).filter({ visible: true }).first().waitFor()
    await page.locator('dialog[open]').first().waitFor({ state: 'detached' })
    await page.goBack()
    await textbox(layer(on), trading.ticket.quantity).waitFor()
    expect(await quantityOn(on)).toBe('7')
    // Left once, it opens once.
    await page.reload()
    await button(on, label).waitFor()
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await openTicket(on, label)
    expect(await quantityOn(on)).toBe('7')
  }
  expect(on.troubles).toEqual([])
})

test('money is brought to contracts over the form, which goes on with what was typed', async () => {
  const on = await signedIn()
  await on.page.goto(contractChart)
  await openTicket(on, contracts.sides.long)
  await textbox(layer(on), trading.ticket.quantity).fill('0.001')
  await button(layer(on), contracts.ticket.transfer).click()
  await button(on, exchange.move.confirm).waitFor()
  await button(layer(on), exchange.convert.all).click()
  await on.shot('ticket-transfer')
  await button(layer(on), exchange.move.confirm).click()
  await on.page.getByText(contracts.ticket.noMoney).waitFor({ state: 'detached' })
  expect(await quantityOn(on)).toBe('0.001')
  await on.shot('ticket-after-transfer')
  expect(on.troubles).toEqual([])
})

test('the shares a money amount buys show while it is typed; the type chosen last is there the next time', async () => {
  const on = await signedIn()
  await on.page.goto(shareChart)
  await openTicket(on, trading.sides.buy)
  const type = (name: string) => layer(on).getByRole('radio', { name, exact: true })
  expect(await type(trading.types.market).isChecked()).toBe(true)
  await layer(on)
    .getByRole('button', { name: saying(trading.ticket.inUnit) })
    .click()
  await textbox(layer(on), trading.ticket.amount).fill('3000')
  await layer(on)
    .getByText(/^≈ \d+ acciones$/)
    .waitFor()
  await on.shot('ticket-in-money')
  await type(trading.types.limit).click()
  await on.page.reload()
  await openTicket(on, trading.sides.sell)
  expect(await type(trading.types.limit).isChecked()).toBe(true)
  expect(on.troubles).toEqual([])
})

test('back closes what lies on top and stays; a second time leaves the page; forward opens nothing', async () => {
  const on = await signedIn()
  const { page } = on
  const layers = page.locator('dialog[open]')
  await page.locator('main a[href*="stockKline"]').first().click()
  await arriveAt(on, '/pages/stock/stockKline')
  const before = new URL(page.url()).pathname
  await openTicket(on, trading.sides.buy)
  await page.goBack()
  await expect.poll(() => layers.count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe(before)
  await page.goForward()
  await expect.poll(() => layers.count()).toBe(0)
  // Closed by itself, it leaves nothing to go back over.
  await openTicket(on, trading.sides.buy)
  await page.keyboard.press('Escape')
  await expect.poll(() => layers.count()).toBe(0)
  await page.waitForFunction(() => history.state?.layer === undefined)
  await page.goBack()
  await arriveAt(on, '/pages/tabbar/home')
  await page.goForward()
  await arriveAt(on, '/pages/stock/stockKline')
  await page.goto('/pages/tabbar/home')
  await button(on, core.drawer.open).click()
  await layers.first().waitFor()
  await page.goBack()
  await expect.poll(() => layers.count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/pages/tabbar/home')
  expect(on.troubles).toEqual([])
})
