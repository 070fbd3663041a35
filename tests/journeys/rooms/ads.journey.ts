import { expect, test } from 'vitest'
import { signInAs } from '../people/customer.ts'
import { findAd, goDown } from '../people/find-ad.ts'
import { publishArticles, type Written } from '../people/publishing.ts'
import type { Phone } from '../stage/phone.ts'
import { openStage } from '../stage/stage.ts'
import { wordsOf } from '../stage/words.ts'

// Whoever hides an ad does not see it again on that phone, and is not shown another in its place at once.

const stage = openStage('ads', 'all')
const home = '/pages/tabbar/home'
const { home: t } = wordsOf('es-ES').core

/** The same two ads in every language: which of them comes first is the server's. */
const ads: readonly Written[] = [
  ['Comprueba tu dinero', 'Cada día publicamos la prueba de lo que guardamos. [Ver la prueba](/pages/user/proof)'],
  ['Lo que puede hacer el personal', 'Esto es todo lo que puede hacer. [Ver la lista](/pages/common/staffPowers)'],
].map(([title = '', text = '']) => ({ kind: 'ad', words: [1, 2, 3].map(() => [title, text] as const) }))

/** Loads home anew and hides the ad that is there. @returns its title. */
async function hideAd({ page, shot }: Phone, name: string): Promise<string> {
  const ad = await findAd(page, t.ad)
  const title = (await ad.getByRole('heading').textContent()) ?? ''
  await shot(name)
  await ad.getByRole('button', { name: t.adHide, exact: true }).click()
  await page.getByText(t.adHidden, { exact: true }).waitFor()
  expect(await ad.count()).toBe(0)
  return title
}

test('an ad that was hidden stays hidden after a reload, and the next one is there only then', async () => {
  await publishArticles(stage.browser, stage.server, ads)
  const on = await stage.openPhone('es-ES')
  const { page } = on
  await signInAs(on, stage.server.block.customers[0])
  await page.goto(home)
  const first = await hideAd(on, 'ad')
  // Nothing takes its place while the page is open.
  await goDown(page)
  expect(await page.getByRole('region', { name: t.ad }).count()).toBe(0)

  await page.reload()
  const second = await hideAd(on, 'ad-after')
  expect([first, second].toSorted()).toEqual(ads.map(({ words }) => words[0]?.[0]).toSorted())

  const asked = page.waitForResponse((response) => response.url().includes('/index/ads'))
  await page.reload()
  await expect
    .poll(async () => {
      await goDown(page)
      return await Promise.race([asked.then(() => true), page.waitForTimeout(200).then(() => false)])
    })
    .toBe(true)
  await (await asked).finished()
  await on.shot('no-ad')
  for (const title of [first, second]) expect(await page.getByText(title, { exact: true }).count()).toBe(0)
  expect(on.troubles).toEqual([])
})
