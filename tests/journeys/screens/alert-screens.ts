import type { Screen, Viewer } from './screen.ts'

const form = '/pages/user/alerts?symbol=BTC-USDT-PERP'

/** Chooses what the form of a new alert watches, and a kind of it. */
const choosing =
  (group: 'volume' | 'funding', kind: 'surge' | 'funding-below') =>
  async ({ page, words: { alerts } }: Viewer): Promise<void> => {
    await page.getByRole('radio', { name: alerts.groups[group], exact: true }).click()
    await page.getByRole('radio', { name: alerts.kinds[kind], exact: true }).click()
  }

/** Sets an alert that waits, and leaves its form. */
async function setAmount({ page, words: { alerts } }: Viewer): Promise<void> {
  await page.getByRole('radio', { name: alerts.groups.volume, exact: true }).click()
  await page.getByLabel(alerts.amount, { exact: true }).fill('900000')
  await page.getByRole('button', { name: alerts.set, exact: true }).click()
  await page.getByText(alerts.armed, { exact: true }).first().waitFor()
}

/** The form of a new alert on each thing it may watch, and the list. */
export const alertScreens: readonly Screen[] = [
  { who: 'owner', name: 'alert-price', path: form },
  { who: 'owner', name: 'alert-volume', path: `${form}&volume`, steps: choosing('volume', 'surge') },
  { who: 'owner', name: 'alert-funding', path: `${form}&funding`, steps: choosing('funding', 'funding-below') },
  { who: 'owner', name: 'alert-list', path: `${form}&list`, steps: setAmount },
]
