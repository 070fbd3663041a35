import { choosePicture, choosePictures } from '../people/choose-pictures.ts'
import { button } from '../people/customer.ts'
import type { Screen, Viewer } from './screen.ts'

const own = '/pages/user/service'
const everybody = '/pages/common/service'

/** Opens the conversation there is, or begins one: a customer has only a few at a time. */
async function seeConversation(on: Viewer): Promise<void> {
  const { page, words } = on
  const t = words.support
  const known = page.locator('main a[href*="id=cnv_"]').first()
  await page.getByRole('link', { name: t.write, exact: true }).waitFor()
  if ((await known.count()) > 0) await known.click()
  else {
    await page.getByRole('link', { name: t.write, exact: true }).click()
    await page.getByLabel(t.message, { exact: true }).fill('WALMEX 7.25\n2026')
    await choosePicture(on)
    await page.getByRole('button', { name: t.send, exact: true }).click()
  }
  await page.waitForURL('**/service?id=cnv_*')
  await page.getByRole('heading', { name: t.keep, exact: true }).waitFor()
}

/** Help, conversations and authorities, as everybody and as a customer sees them. */
export const supportScreens: readonly Screen[] = [
  { who: 'nobody', name: 'help', path: everybody },
  {
    who: 'nobody',
    name: 'help-answer',
    path: `${everybody}?answer`,
    steps: async (on) => {
      await on.page.getByLabel(on.words.support.search, { exact: true }).fill('WALMEX')
      await on.page.getByLabel(on.words.support.search, { exact: true }).fill('')
      await on.page.locator('main button[aria-expanded]').first().click()
    },
  },
  {
    who: 'nobody',
    name: 'help-nothing',
    path: `${everybody}?nothing`,
    steps: async (on) => {
      await on.page.getByLabel(on.words.support.search, { exact: true }).fill('zzzz')
      await on.page.getByText(on.words.support.nothing, { exact: true }).waitFor()
    },
  },
  { who: 'nobody', name: 'no-outside-chat', path: '/pages/common/serviceJs' },
  { who: 'novice', name: 'empty-support', path: own },
  { who: 'owner', name: 'support', path: own },
  { who: 'owner', name: 'support-new', path: `${own}?new=1` },
  {
    who: 'owner',
    name: 'support-secret',
    path: `${own}?new=1&secret`,
    steps: async (on) => {
      await on.page.getByLabel(on.words.support.message, { exact: true }).fill('PIN: 4821-verde')
      await button(on, on.words.support.send).click()
      await on.page.getByRole('heading', { name: on.words.support.warnTitle, exact: true }).waitFor()
    },
  },
  { who: 'owner', name: 'support-conversation', path: `${own}?one`, steps: seeConversation },
  {
    who: 'owner',
    name: 'support-attach',
    path: `${own}?new=1&attach`,
    steps: async (on) => {
      await on.page.getByLabel(on.words.support.message, { exact: true }).fill('WALMEX 7.25')
      await choosePictures(on)
    },
  },
  { who: 'owner', name: 'no-outside-chat-own', path: '/pages/user/serviceJs' },
]
