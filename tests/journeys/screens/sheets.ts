import { customerPrefix, headerNames } from '@bolsillo/contract'
import { layer } from '../people/customer.ts'
import type { Album } from './album.ts'
import type { Screen, Viewer } from './screen.ts'
import { settle } from './settle.ts'
import { type Findings, look, show, startAgain } from './walk.ts'

/** Which buttons of a screen open something over it, by their place among its buttons. */
export type Openers = Map<string, number[]>

/** What lies over a page comes at once or a moment after its code. */
const opensWithinMs = 1_500
const pressMs = 2_000
/** Rows of a list are alike: so many of one look are pressed. */
const alikeMax = 2
const kindsMax = 6

/** Buttons of the page itself that may open something: those that only switch what shows are looked at elsewhere. */
const pressed = 'button:not([role=tab]):not([role=radio]):not([role=switch]):not([disabled]):visible'

/**
 * Opens every sheet and question the pages offer, and looks within: each kind of a form too. Nothing is written: what a
 * press would do stops at the phone.
 * @param openers filled with what opened something; where it holds a screen already, only those are pressed.
 */
export async function walkSheets(
  on: Viewer,
  screens: readonly Screen[],
  openers: Openers,
  album: Album | undefined,
  findings: Findings,
): Promise<void> {
  await on.page.route(`**${customerPrefix}/**`, async (route) => {
    if (route.request().headers()[headerNames.idempotencyKey] === undefined) await route.continue()
    else await route.abort()
  })
  await startAgain(on)
  for (const screen of screens) {
    try {
      await show(on, screen)
      await walkSheetsOf(on, screen, openers, album, findings)
    } catch (error) {
      const said = error instanceof Error ? error.message.split('\n').slice(0, 4).join(' ') : 'unknown'
      findings.faults.push(`sheets of ${screen.name} (${on.language}): ${said}`)
    }
    await startAgain(on)
  }
}

async function walkSheetsOf(
  on: Viewer,
  screen: Screen,
  openers: Openers,
  album: Album | undefined,
  findings: Findings,
): Promise<void> {
  const { page } = on
  const key = `${screen.who} ${screen.path}`
  const known = openers.get(key)
  const found: number[] = []
  for (const nth of known ?? (await pressable(on))) {
    const opener = page.locator(pressed).nth(nth)
    const isPressed = await opener.click({ timeout: pressMs }).then(
      () => true,
      () => false,
    )
    if (isPressed && (await opensLayer(on))) {
      found.push(nth)
      await lookWithin(on, { ...screen, name: `${screen.name}-sheet-${nth}` }, album, findings)
    }
    await goBack(on, screen)
  }
  if (known === undefined) openers.set(key, found)
}

/** The places of the buttons worth pressing: some of each look. */
async function pressable({ page }: Viewer): Promise<readonly number[]> {
  const looks = await page.locator(pressed).evaluateAll((buttons) => buttons.map((button) => button.className))
  return looks.flatMap((one, nth) =>
    looks.slice(0, nth).filter((other) => other === one).length < alikeMax ? [nth] : [],
  )
}

async function opensLayer(on: Viewer): Promise<boolean> {
  return await layer(on)
    .waitFor({ timeout: opensWithinMs })
    .then(
      () => true,
      () => false,
    )
}

/** Looks at what lies over the page, and at each kind its form has. */
async function lookWithin(on: Viewer, screen: Screen, album: Album | undefined, findings: Findings): Promise<void> {
  await settle(on.page)
  await look(on, screen, album, findings)
  if ((await layer(on).getByRole('textbox').count()) === 0) return
  const kinds = layer(on).locator('[role=radio]:visible')
  const count = Math.min(await kinds.count(), kindsMax)
  for (let kind = 0; kind < count; kind += 1) {
    // A choice may take others away, or lie under something that it opened.
    const isChosen = await kinds
      .nth(kind)
      .click({ timeout: pressMs })
      .then(
        () => true,
        () => false,
      )
    if (!isChosen) continue
    await settle(on.page)
    await look(on, { ...screen, name: `${screen.name}-kind-${kind}` }, album, findings)
  }
}

/** Closes what lies over the page; where the press led elsewhere, the page is opened anew. */
async function goBack(on: Viewer, screen: Screen): Promise<void> {
  const { page } = on
  for (let tries = 0; tries < 3 && (await page.locator('dialog[open]').count()) > 0; tries += 1) {
    await page.keyboard.press('Escape')
    await page
      .locator('dialog[open]')
      .first()
      .waitFor({ state: 'detached', timeout: opensWithinMs })
      .catch(() => undefined)
  }
  const isThere = await page.evaluate((path) => {
    const { pathname } = new URL(path, location.href)
    return location.pathname === pathname && document.querySelector('dialog[open]') === null
  }, screen.path)
  if (isThere) return
  await startAgain(on)
  await show(on, screen)
}
