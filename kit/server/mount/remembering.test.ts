import { describe, expect, it } from 'vitest'
import { remembering } from './remembering.ts'

describe('a function whose answers are remembered', () => {
  it('is asked once for a text, also when it has no answer', () => {
    const asked: string[] = []
    const find = remembering((text) => {
      asked.push(text)
      return text === 'a' ? 'A' : undefined
    })
    expect([find('a'), find('b'), find('a'), find('b')]).toEqual(['A', undefined, 'A', undefined])
    expect(asked).toEqual(['a', 'b'])
  })

  it('keeps neither long texts nor more than a few hundred', () => {
    let asked = 0
    const lengthOf = remembering((text) => {
      asked += 1
      return text.length
    })
    const long = 'x'.repeat(257)
    expect([lengthOf(long), lengthOf(long), asked]).toEqual([257, 257, 2])
    for (let at = 0; at < 257; at += 1) lengthOf(`text ${at}`)
    asked = 0
    lengthOf('text 0')
    lengthOf('text 256')
    expect(asked).toBe(1)
  })
})
