import { countHappenings } from '@bolsillo/statements/contract'
import { messages as statements } from '@bolsillo/statements/messages/es-ES'
import { expect, test } from 'vitest'
import { arriveAt, signInAs, tokenOn } from './people/customer.ts'
import { ask } from './stage/api.ts'
import { openStage } from './stage/stage.ts'
import { saying, wordsOf } from './stage/words.ts'

// The bell says what happened to me.

const stage = openStage('bell', 'all')
const { core } = wordsOf('es-ES')

test('the bell counts what happened and has not been seen, and opens it; practice codes are apart', async () => {
  const on = await stage.openPhone('es-ES')
  await signInAs(on, stage.server.block.customers[0])
  const { page } = on
  const { url } = stage.server.block
  const token = await tokenOn(on)
  const { unseen } = await ask(url, countHappenings, {}, { token })
  expect(unseen).toBeGreaterThan(0)
  const bell = page.getByRole('link', { name: saying(core.home.noticesNew) })
  await bell.waitFor()
  await on.shot('bell')
  await bell.click()
  await arriveAt(on, '/pages/user/happenings')
  await page.getByText(statements.happenings.new).first().waitFor({ state: 'attached' })
  await on.shot('happenings')
  await expect.poll(async () => (await ask(url, countHappenings, {}, { token })).unseen).toBe(0)
  await page.getByRole('tab', { name: saying(statements.happenings.tabs.codes) }).click()
  await page.getByText(statements.happenings.codesWhy).waitFor()
  await on.shot('happenings-codes')
  await page.goto('/pages/tabbar/home')
  await page.getByRole('link', { name: core.home.notices, exact: true }).waitFor()
  expect(on.troubles).toEqual([])
})
