import { Duplex } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FrameWriter } from './frame.ts'
import { createOutbound, type Newest, type Outbound, socketBytesMax, waitingBytesMax } from './outbound.ts'

// A socket whose kernel accepts nothing until the test calls `takeAll`.
let socket: Duplex
let takeAll: () => void
let sent: string[]
let out: Outbound

beforeEach(() => {
  let waiting: (() => void) | undefined
  socket = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, done) => {
      waiting = done
    },
  })
  takeAll = () => {
    for (let done = waiting; done !== undefined; done = waiting) {
      waiting = undefined
      done()
    }
  }
  sent = []
  const frames: FrameWriter = {
    write: (to, messages) => {
      sent.push(...messages.map(String))
      to.write(Buffer.concat(messages))
    },
  }
  out = createOutbound(socket, frames)
})

const changing = (): Newest & { value: string } => {
  const of = { isWaiting: false, value: '', newest: () => Buffer.from(of.value) }
  return of
}
const push = (text: string): void => out.push(Buffer.from(text))

describe('what waits for a socket', () => {
  it('goes in order, what replaces itself last and once, as it is when it goes', () => {
    const of = changing()
    for (const value of ['1', '2', '3']) {
      of.value = value
      out.change(of)
      push(`p${value}`)
    }
    of.value = '4'
    expect(out.flush()).toBe('done')
    expect(sent).toEqual(['p1', 'p2', 'p3', '4'])
    takeAll()
    expect(out.flush()).toBe('done')
    expect(sent).toHaveLength(4)
    out.change(of)
    out.flush()
    expect(sent).toHaveLength(5)
  })

  it('is not sent when the reader left it meanwhile', () => {
    const of = changing()
    out.change(of)
    of.isWaiting = false
    expect(out.flush()).toBe('done')
    expect(sent).toEqual([])
  })

  it('costs nothing more while the socket is full, when only the newest counts', () => {
    const of = changing()
    push('x'.repeat(socketBytesMax + 1))
    out.flush()
    const before = out.waitingBytes()
    for (let n = 0; n < 10_000; n += 1) {
      of.value = `${n}`
      out.change(of)
      expect(out.flush()).toBe('waiting')
    }
    expect(out.waitingBytes()).toBe(before)
    takeAll()
    expect(out.flush()).toBe('done')
    expect(sent.at(-1)).toBe('9999')
  })

  it('never comes to more than the bound, and the reader is given up before a message is left out', () => {
    let pushes = 0
    for (; out.flush() !== 'too-slow'; pushes += 1) {
      push('x'.repeat(10_000))
      expect(out.waitingBytes()).toBeLessThanOrEqual(waitingBytesMax)
      expect(pushes).toBeLessThan(1_000)
    }
    expect(pushes * 10_000).toBeGreaterThan(waitingBytesMax * 0.9)
    takeAll()
    push('late')
    expect(out.flush()).toBe('too-slow')
    expect(sent).not.toContain('late')
  })

  it('never comes to more than the bound when very much changed at once, and all of it goes in the end', () => {
    const pages = Array.from({ length: 300 }, changing)
    for (const [at, of] of pages.entries()) {
      of.value = `${at} `.padEnd(10_000, 'x')
      out.change(of)
    }
    for (let turns = 0; out.flush() === 'waiting'; turns += 1) {
      expect(out.waitingBytes()).toBeLessThanOrEqual(waitingBytesMax)
      expect(turns).toBeLessThan(100)
      takeAll()
    }
    expect(sent.map((text) => Number.parseInt(text, 10))).toEqual([...pages.keys()])
  })

  it('goes before its turn when it is much and the socket has room', () => {
    for (let n = 0; n < 500; n += 1) {
      push('x'.repeat(10_000))
      takeAll()
    }
    expect(out.flush()).not.toBe('too-slow')
    expect(sent).toHaveLength(500)
  })

  it('takes one message larger than the bound, when nothing else waits', () => {
    push('x'.repeat(waitingBytesMax + 1))
    expect(out.flush()).toBe('done')
    expect(sent).toHaveLength(1)
  })
})
