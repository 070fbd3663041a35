import { type FakeClock, fakeClock } from '@bolsillo/kernel/test'
import { describe, expect, it } from 'vitest'
import { type Admission, createAdmission, createFixedAdmission } from './admission.ts'

const limits = { waitMs: 250, insideBest: 512, waitMaxMs: 1000, insideMin: 64, insideMax: 4096, urgentExtra: 100 }

/** A server that answers so many a second, first come first served, and requests that arrive at a rate. */
function serve(admission: Admission, clock: FakeClock, run: { perSecond: number; arriving: number; ms: number }) {
  const line: number[] = []
  const waits: number[] = []
  let [refused, done, due, arrived] = [0, 0, 0, 0]
  for (let at = 0; at < run.ms; at += 1) {
    for (due += run.arriving / 1000; due >= 1; due -= 1) {
      arrived += 1
      if (admission.enter(false)) line.push(at)
      else refused += 1
    }
    clock.advanceMs(1)
    for (done += run.perSecond / 1000; done >= 1; done -= 1) {
      const since = line.shift()
      if (since === undefined) continue
      admission.leave()
      waits.push(at - since)
    }
  }
  const last = waits.slice(-Math.ceil(waits.length / 4))
  for (const _ of line) admission.leave()
  return { refused, arrived, answered: waits.length, waitMs: Math.max(...last) }
}

const stand = (): { clock: FakeClock; admission: Admission } => {
  const clock = fakeClock(0)
  return { clock, admission: createAdmission(clock, limits) }
}

describe('admission', () => {
  it.each([
    [200, 1100],
    [500, 1100],
    [1000, 550],
    [2000, 300],
    [6000, 300],
  ])('at twice of %d a second keeps the server busy and the wait below %d ms', (perSecond, waitMsMax) => {
    const { clock, admission } = stand()
    const { answered, refused, arrived, waitMs } = serve(admission, clock, {
      perSecond,
      arriving: perSecond * 2,
      ms: 10_000,
    })
    expect(answered).toBeGreaterThan(perSecond * 10 * 0.97)
    expect(refused).toBeGreaterThan(arrived * 0.4)
    expect(waitMs).toBeLessThanOrEqual(waitMsMax)
  })

  it('refuses nobody below saturation, nor after a long quiet time', () => {
    const { clock, admission } = stand()
    expect(serve(admission, clock, { perSecond: 3000, arriving: 2800, ms: 5000 }).refused).toBe(0)
    expect(serve(admission, clock, { perSecond: 3000, arriving: 20, ms: 5000 }).refused).toBe(0)
    clock.advanceMs(3_600_000)
    expect(serve(admission, clock, { perSecond: 3000, arriving: 2800, ms: 5000 }).refused).toBe(0)
  })

  it('shortens the line when the server gets slow, and believes it again when it is fast', () => {
    const { clock, admission } = stand()
    serve(admission, clock, { perSecond: 6000, arriving: 12_000, ms: 3000 })
    expect(serve(admission, clock, { perSecond: 400, arriving: 1000, ms: 8000 }).waitMs).toBeLessThanOrEqual(1100)
    const again = serve(admission, clock, { perSecond: 6000, arriving: 5500, ms: 5000 })
    expect(again.answered).toBeGreaterThan(5500 * 4.5)
  })

  it('lets hardly anybody in while nothing is answered at all', () => {
    const { clock, admission } = stand()
    const stuck = serve(admission, clock, { perSecond: 0, arriving: 5000, ms: 5000 })
    expect(stuck.arrived - stuck.refused).toBeLessThanOrEqual(512)
    clock.advanceMs(1)
    expect(serve(admission, clock, { perSecond: 3000, arriving: 2000, ms: 3000 }).answered).toBeGreaterThan(5000)
  })

  it('lets urgent requests in when others no longer are, up to a bound', () => {
    const { admission } = stand()
    let others = 0
    while (admission.enter(false)) others += 1
    let urgent = 0
    while (admission.enter(true)) urgent += 1
    expect([others, urgent]).toEqual([512, 100])
    admission.leave()
    expect([admission.enter(false), admission.enter(true)]).toEqual([false, true])
  })

  it('survives a clock that is set back', () => {
    const { clock, admission } = stand()
    clock.advanceMs(10_000)
    admission.enter(false)
    clock.advanceMs(-9000)
    admission.leave()
    expect(admission.enter(false)).toBe(true)
  })

  it('of a fixed number lets in that many', () => {
    const admission = createFixedAdmission(2, 1)
    expect([false, false, false, true, true].map((urgent) => admission.enter(urgent))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ])
    admission.leave()
    expect(admission.inside()).toBe(2)
  })
})
