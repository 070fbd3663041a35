import { describe, expect, it } from 'vitest'
import { activeKeys, keyCap, pressKey, type Shortcut } from './pressed-key.ts'

/** Parts as a page mounts them, and what their keys did. */
function mounted(...parts: readonly (readonly Partial<Shortcut>[])[]) {
  const done: string[] = []
  const keys = parts.map((part) =>
    part.map(({ key = '', label = key, ...rest }) => ({ key, label, run: () => void done.push(label), ...rest })),
  )
  return { done, keys }
}

describe('a press of a key', () => {
  it('does what its key does, and shows that', () => {
    const { keys, done } = mounted([{ key: 'j', label: 'Next case' }], [{ key: 'a', label: 'Verify' }])
    expect(pressKey(keys, 'a')).toEqual({ key: 'a', text: 'Verify', isBlocked: false })
    expect(done).toEqual(['Verify'])
  })

  it('shows why it does nothing where it is blocked', () => {
    const { keys, done } = mounted([{ key: 'a', label: 'Verify', blocked: 'Open every photo first' }])
    expect(pressKey(keys, 'a')).toEqual({ key: 'a', text: 'Open every photo first', isBlocked: true })
    expect(done).toEqual([])
  })

  it.each([['x'], ['Enter'], ['r']])('does and shows nothing for %s, which is no key here', (key) => {
    const { keys, done } = mounted([{ key: 'a' }, { key: 'r', active: false }])
    expect(pressKey(keys, key)).toBeUndefined()
    expect(done).toEqual([])
  })

  it('does one thing where two parts have a key, and the list names the same one', () => {
    const { keys, done } = mounted([{ key: 'r', label: 'Refresh' }], [{ key: 'r', label: 'Refuse' }])
    pressKey(keys, 'r')
    expect(done).toEqual(['Refuse'])
    expect(activeKeys(keys).map(({ label }) => label)).toEqual(['Refuse'])
  })

  it('is written as its cap is', () => {
    expect(['j', '?', '1', 'ArrowDown', 'Escape'].map(keyCap)).toEqual(['J', '?', '1', '↓', 'Esc'])
  })
})
