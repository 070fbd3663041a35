import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Goes to the end of home until an ad is there. It is asked for where it is. `name` is what ads are called. */
export async function findAd(page: Page, name: string): Promise<Locator> {
  const ad = page.getByRole('region', { name })
  await expect
    .poll(async () => {
      await goDown(page)
      return await ad.count()
    })
    .toBe(1)
  await ad.scrollIntoViewIfNeeded()
  return ad
}

/** Some way down the page, as far as it goes. */
export async function goDown(page: Page): Promise<void> {
  await page.mouse.move(160, 400)
  await page.mouse.wheel(0, 4_000)
}
