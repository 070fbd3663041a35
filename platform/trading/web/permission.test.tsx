import { htmlOf } from '@bolsillo/ui/testing'
import { createWebKit, WebKitProvider } from '@bolsillo/web-kit'
import { isValidElement, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { useOrderPassword } from './order-password.tsx'
import { permittedTicket } from './permission.tsx'

const kit = createWebKit({
  language: () => 'en-US',
  events: { onNotice: () => undefined, onSessionEnded: () => undefined },
})
const signIn = (id: string): void => {
  kit.session.signIn(`token of ${id}`)
  kit.session.remember({ id, account: id, status: 1, idStatus: '' })
}

beforeEach(() => signIn('cus_1'))

/** What a component reads each time: it renders once more after each step, with what it has kept. */
function readings<T>(use: () => T, steps: ReadonlyArray<(read: T) => void>): readonly T[] {
  const all: T[] = []
  function Reader() {
    const [done, setDone] = useState(0)
    const read = use()
    all[done] = read
    steps[done]?.(read)
    if (done < steps.length) setDone(done + 1)
    return null
  }
  htmlOf(
    <WebKitProvider kit={kit}>
      <Reader />
    </WebKitProvider>,
  )
  return all
}

it('a ticket is of one customer: it begins anew for another, and for nobody', () => {
  const Ticket = permittedTicket('sell', () => null) as (order: object) => unknown
  const order = { symbol: 'WALMEX.MX', side: 'buy', onClose: () => undefined }
  const tickets = readings(() => Ticket(order), [() => signIn('cus_2'), () => kit.session.clear()])
  expect(tickets.map((ticket) => isValidElement(ticket) && ticket.key)).toEqual(['cus_1', 'cus_2', null])
})

it('a typed trade password is gone once another customer is signed in, and stays with its own', () => {
  const passwords = readings(
    () => useOrderPassword(undefined),
    [
      ({ set }) => set('123456'),
      ({ setRemember }) => setRemember(true),
      () => kit.session.renew('another token'),
      () => signIn('cus_2'),
      () => undefined,
    ],
  )
  const typed = passwords.map(({ value, ready, remember }) => [value, ready, remember])
  expect(typed.slice(0, 4)).toEqual([
    ['', false, false],
    ['123456', true, false],
    ['123456', true, true],
    ['123456', true, true],
  ])
  // React throws away what was rendered while the customer changed, and renders again before anything shows.
  expect(typed.at(-1)).toEqual(['', false, false])
})

it('what is answered about the password of one customer changes nothing for the next', () => {
  let change = (_: string): void => undefined
  const passwords = readings(
    () => useOrderPassword(undefined),
    [
      ({ set }) => {
        change = set
        signIn('cus_2')
      },
      () => change('123456'),
    ],
  )
  expect(passwords.map(({ value }) => value)).toEqual(['', '', ''])
})
