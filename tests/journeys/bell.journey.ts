import { countHappenings } from '@bolsillo/statements/contract'
import { messages as statements } from '@bolsillo/statements/messages/es-ES'
import { expect, test } from 'vitest'
import { arriveAt, signInAs, tokenOn } from './people/customer.ts'
import { publishArticles } from './people/publishing.ts'
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

test('a notice of the firm is counted by the bell, and is read from there', async () => {
  const on = await stage.openPhone('es-ES')
  await signInAs(on, stage.server.block.customers[1])
  const { page } = on
  const { url } = stage.server.block
  const token = await tokenOn(on)
  const title = 'El domingo no hay servicio'
  await publishArticles(stage.browser, stage.server, [
    {
      kind: 'notice',
      words: [
        [title, 'Cambiamos de máquinas.'],
        ['There is no service on Sunday', 'We change machines.'],
        ['No domingo não há serviço', 'Trocamos de máquinas.'],
      ],
    },
  ])
  expect((await ask(url, countHappenings, {}, { token })).notices).toBe(1)
  await page.goto('/pages/user/happenings')
  const row = page.getByRole('link', { name: saying(statements.happenings.firm) })
  await row.getByText('1 sin leer').waitFor()
  await on.shot('bell-of-the-firm')
  await row.click()
  await page.getByRole('link', { name: saying(title) }).click()
  await page.getByRole('heading', { name: title }).waitFor()
  await expect.poll(async () => (await ask(url, countHappenings, {}, { token })).notices).toBe(0)
  await page.goto('/pages/user/happenings')
  await row.waitFor()
  expect(await row.getByText('sin leer').count()).toBe(0)
  expect(on.troubles).toEqual([])
})
