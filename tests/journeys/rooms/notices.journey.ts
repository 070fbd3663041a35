import { readNoticeChoices } from '@bolsillo/notices/contract'
import { messages as notices } from '@bolsillo/notices/messages/es-ES'
import { messages as statements } from '@bolsillo/statements/messages/es-ES'
import { expect, test } from 'vitest'
import { arriveAt, signInAs, tokenOn } from '../people/customer.ts'
import { ask } from '../stage/api.ts'
import { openStage } from '../stage/stage.ts'
import { filled } from '../stage/words.ts'

// A customer chooses what reaches them outside the app, and when not.

const stage = openStage('notices', 'all')

test('a customer switches a topic off, sets quiet hours with the keyboard, and finds both in their log', async () => {
  const on = await stage.openPhone('es-ES')
  await signInAs(on, stage.server.block.customers[0])
  const { page } = on
  const token = await tokenOn(on)
  const read = () => ask(stage.server.block.url, readNoticeChoices, {}, { token })
  await page.goto('/pages/user/happenings')
  await page.getByRole('link', { name: statements.happenings.choose }).click()
  await arriveAt(on, '/pages/user/notices')

  // Security has no switch at all.
  await page.getByText(notices.always, { exact: true }).waitFor()
  const named = (topic: string) => filled(notices.switchOf, { topic, channel: notices.channels.email })
  expect(await page.getByRole('switch', { name: named(notices.topics.security.name) }).count()).toBe(0)
  const alerts = page.getByRole('switch', { name: named(notices.topics.alerts.name) })
  expect(await alerts.getAttribute('aria-checked')).toBe('true')
  await alerts.focus()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await read()).topics.find(({ topic }) => topic === 'alerts')?.on).toEqual(['push'])
  expect(await alerts.getAttribute('aria-checked')).toBe('false')

  await page.getByRole('switch', { name: notices.quiet.on }).click()
  await page.getByLabel(notices.quiet.from, { exact: true }).fill('23:30')
  await on.shot('quiet')
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await on.shot(`quiet-${width}`)
  }
  await page.getByLabel(notices.quiet.to, { exact: true }).press('Enter')
  await page.getByText(notices.quiet.saved).waitFor()
  expect((await read()).quiet).toEqual({ from: '23:30', to: '07:00', zone: 'America/Mexico_City' })
  await page.reload()
  expect(await page.getByLabel(notices.quiet.from, { exact: true }).inputValue()).toBe('23:30')
  await page.getByRole('switch', { name: notices.quiet.on }).click()
  await page.getByText(notices.quiet.ended).waitFor()
  expect((await read()).quiet).toBeUndefined()

  await page.goto('/pages/user/activity')
  await page.getByText(notices.acts.choose).first().waitFor()
  await page.getByText(notices.acts.quiet).first().waitFor()
  expect(on.troubles).toEqual([])
})
