import type { Page } from 'playwright-core'

/** Waits until nothing is awaited any more, and what came has been drawn. */
export async function settle(page: Page, showsWaiting = false): Promise<void> {
  await page.waitForFunction((waits) => {
    const isBusy = !waits && document.querySelector('[aria-busy=true], [class*=shimmer]') !== null
    return document.querySelector('main:not([data-left]), dialog[open]') !== null && !isBusy
  }, showsWaiting)
  await drawn(page)
}

/** Waits until the browser has drawn what the page says now. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
