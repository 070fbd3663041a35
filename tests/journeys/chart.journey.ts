import { expect, test } from 'vitest'
import { button, layer, signInAs } from './people/customer.ts'
import { openStage } from './stage/stage.ts'
import { wordsOf } from './stage/words.ts'

// How a chart is looked at.

const stage = openStage('chart', 'all')
const { market } = wordsOf('es-ES')
const shareChart = '/pages/stock/stockKline?symbol=WALMEX.MX'

test('a chart is a line where that was chosen, says its values under the finger, and fills a phone that is turned', async () => {
  const on = await stage.openPhone('es-ES')
  await signInAs(on, stage.server.block.customers[1])
  const { page } = on
  await page.goto(shareChart)
  const chart = page.locator('#kline-chart canvas').first()
  await chart.waitFor()
  await button(on, market.kline.view).click()
  await layer(on).getByRole('radio', { name: market.kline.looks.line, exact: true }).click()
  await on.shot('chart-view')
  await button(layer(on), market.kline.intervalNames['1M']).click()
  await expect
    .poll(() =>
      page.getByRole('tab', { name: market.kline.intervals['1M'], exact: true }).getAttribute('aria-selected'),
    )
    .toBe('true')
  const box = await page.locator('#kline-chart').boundingBox()
  if (box === null) throw new Error('no chart')
  await page.waitForFunction(() => document.querySelector('#kline-chart [aria-busy=false]') !== null)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + 90)
  await page.getByTestId('candle-values').waitFor()
  await on.shot('chart-line')
  await page.reload()
  expect(await page.evaluate(() => localStorage.getItem('klineLook'))).toBe('line')
  await page.setViewportSize({ width: 844, height: 390 })
  await layer(on).locator('#kline-chart [aria-busy=false]').waitFor()
  await on.shot('chart-turned')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  await button(on, market.kline.fullStart).click()
  await layer(on).locator('#kline-chart [aria-busy=false]').waitFor()
  await on.shot('chart-full')
  await page.goBack()
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  expect(on.troubles).toEqual([])
})
