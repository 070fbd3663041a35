import { messages as t } from '@bolsillo/locations/messages/es-ES'
import { expect, test } from 'vitest'
import { arriveAt } from '../people/customer.ts'
import { publishPlaces, type TypedPlace } from '../people/publish-places.ts'
import type { Phone } from '../stage/phone.ts'
import { openStage } from '../stage/stage.ts'
import { filled, saying } from '../stage/words.ts'

// A firm without places says so; two that two people published are found, looked at and chosen, and where the phone is
// stays on it.

const stage = openStage('locations', 'all')
const choose = '/pages/system/choose-location'
const always = '00:00-24:00'
const hours = { monday: always, tuesday: always, wednesday: always, thursday: always, friday: always }

const centro: TypedPlace = {
  texts: {
    ...{ name: 'Centro Histórico', street: 'Av. Francisco I. Madero 17', city: 'Ciudad de México' },
    ...{ region: 'Ciudad de México', postalCode: '06000', country: 'MX', phone: '+52 55 1234 5678' },
    ...{ latitude: '19.433600', longitude: '-99.139200', zone: 'America/Mexico_City' },
    ...{ ...hours, saturday: always, sunday: always },
  },
  ticks: ['cashIn', 'advice', 'stepFree'],
}
const coyoacan: TypedPlace = {
  texts: {
    ...{ name: 'Coyoacán', street: 'Calle Felipe Carrillo Puerto 2', city: 'Ciudad de México' },
    ...{ region: 'Coyoacán', postalCode: '04000', country: 'MX', latitude: '19.349700', longitude: '-99.162500' },
    ...{ zone: 'America/Mexico_City', monday: '09:00-14:00, 16:00-18:00' },
  },
  ticks: ['cashOut', 'parking'],
}

/** Somebody in Coyoacán, who first refuses, and whose phone then does not know where it is. */
async function lookNear({ page, shot }: Phone): Promise<void> {
  const near = page.getByRole('button', { name: t.places.near })
  await near.click()
  await page.getByText(t.places.nearRefused, { exact: true }).waitFor()
  await shot('refused')
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation(null)
  await near.click()
  await page.getByText(t.places.nearFailed, { exact: true }).waitFor()
  await page.context().setGeolocation({ latitude: 19.3467, longitude: -99.1617 })
  await near.click()
  await page.getByText(saying(t.places.nearFound)).waitFor()
}

test('a practice firm has no places and says so; two published ones are found, looked at and chosen', async () => {
  const { server, browser } = stage
  const on = await stage.openPhone('es-ES')
  const { page } = on
  await page.goto(choose)
  await page.getByText(t.places.nonePractice, { exact: true }).waitFor()
  await on.shot('none')

  await publishPlaces(browser, server, [centro, coyoacan])

  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(choose)
  await page.getByRole('img', { name: filled(t.places.drawingLabel, { count: 2 }) }).waitFor()
  const rows = page.locator('main li a')
  expect(await rows.allTextContents()).toEqual([
    expect.stringContaining('Centro Histórico'),
    expect.stringContaining('Coyoacán'),
  ])
  expect(await rows.first().textContent()).toContain(t.places.openAlways)
  expect((await rows.allTextContents()).join(' ')).not.toMatch(/\d k?m\b/)
  await on.shot('list')

  await lookNear(on)
  expect(await rows.first().textContent()).toContain(filled(t.places.away, { distance: '340 m' }))
  expect(await rows.last().textContent()).toContain(filled(t.places.away, { distance: '9.9 km' }))
  await on.shot('near')
  expect(sent.filter((one) => /19\.34|99\.16/.test(one))).toEqual([])

  await page.getByLabel(t.places.where).selectOption('MX/Coyoacán')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.first().click()
  await arriveAt(on, '/pages/system/open-location')
  await page.getByRole('heading', { name: 'Coyoacán' }).waitFor()
  await page.getByText('09:00–14:00, 16:00–18:00').waitFor()
  expect(await page.getByRole('link', { name: t.places.directions }).getAttribute('href')).toMatch(/^(?:geo|maps):/)
  await on.shot('place')

  // A page that asks for a place gets the choice in its query.
  const asking = `/pages/common/status?one=1`
  await page.goto(`${choose}?back=${encodeURIComponent(asking)}`)
  await on.shot('choosing')
  await page.locator('main li').first().getByRole('link').click()
  await page.getByRole('button', { name: t.places.chooseThis }).click()
  await arriveAt(on, '/pages/common/status')
  expect(new URL(page.url()).search).toMatch(/^\?one=1&location=loc_[0-9A-Za-z]+$/)

  // An address from outside leads nowhere else.
  await page.goto(`${choose}?back=${encodeURIComponent('https://example.com/')}`)
  await page.getByText(t.places.title, { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: t.places.choose }).count()).toBe(0)
  expect(on.troubles).toEqual([])
})
