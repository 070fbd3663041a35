import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDrawerTiming } from './drawer-timing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the drawer', () => {
  it('opens after 50 ms and closes after 300', () => {
    const drawer = createDrawerTiming()
    drawer.open()
    vi.advanceTimersByTime(49)
    expect(drawer.state()).toBe('opening')
    vi.advanceTimersByTime(1)
    expect(drawer.state()).toBe('open')
    drawer.close()
    vi.advanceTimersByTime(299)
    expect(drawer.state()).toBe('closing')
    vi.advanceTimersByTime(1)
    expect(drawer.state()).toBe('closed')
  })

  it('turns where it is when it is opened while closing, and closed while opening', () => {
    const drawer = createDrawerTiming()
    drawer.open()
    drawer.close()
    vi.advanceTimersByTime(50)
    expect(drawer.state()).toBe('closing')
    drawer.open()
    expect(drawer.state()).toBe('open')
    vi.advanceTimersByTime(1000)
    expect(drawer.state()).toBe('open')
  })

  it('tells its listeners each change, until they stop listening', () => {
    const drawer = createDrawerTiming()
    const seen: string[] = []
    const stop = drawer.subscribe(() => seen.push(drawer.state()))
    drawer.open()
    vi.advanceTimersByTime(50)
    stop()
    drawer.close()
    expect(seen).toEqual(['opening', 'open'])
  })
})
